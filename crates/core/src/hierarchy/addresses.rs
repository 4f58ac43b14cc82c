//! Internet addresses cut down to shorter and shorter prefixes.
//!
//! A prefix of whole bytes of an IPv4 address is written with stars (`192.168.*.*`), any other
//! prefix in the notation of CIDR (`192.168.0.0/20`, `2001:db8::/32`). Both kinds of addresses
//! may stand in one column: a prefix longer than an address keeps it whole.

use super::{
    Builder, HierarchyError,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Kind, Limits, Named, Parameter, Reference, Shape, Status,
    Value, Worked, names, small,
};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Prefixes of addresses as the catalogue has them.
pub static ADDRESSES: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "addresses",
        title: "Prefixes of network addresses",
        aliases: &["ip", "ip addresses", "CIDR", "subnets", "prefixes"],
        formula: "level i: the first b(i) bits of v, with b(i) > b(i + 1)",
        status: Status::Now,
        summary: "Network addresses become prefixes.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ addresses = … }",
            serves: &[Kind::Text],
            needs: "texts",
            chain: &["10.0.103.1", "10.0.103.*", "10.0.*.*", "10.*.*.*", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("addresses.md"),
        references: &[CIDR],
        example: "[attributes.address]\nrole = \"quasi-identifier\"\nhierarchy = { addresses = [24, 16, 8] }\n",
        worked: Worked {
            tables: &[&small::VISITS],
            policy: "",
            text: "An address has 32 bits, eight for each number. The first 24 bits of 192.0.2.17 are 192.0.2, so it meets 192.0.2.200 in **`192.0.2.*`**; by 16 bits both meet 192.0.7.4 in **`192.0.*.*`**.",
            run: &["hierarchy make visits.csv --column address --addresses 24,16 -o -"],
            says: &["192.0.2.17;192.0.2.*;192.0.*.*;*", "192.0.7.4;192.0.7.*;192.0.*.*;*"],
        },
    },
    bind,
};

const CIDR: Reference = Reference {
    authors: "V. Fuller, T. Li",
    year: 2006,
    title: "Classless inter-domain routing (CIDR): the internet address assignment and aggregation plan",
    doi: "10.17487/RFC4632",
};

/// Bits of an address that are kept.
const PREFIX: Limits =
    Limits { least: 1, open: false, most: 32, because: "an IPv4 address has 32 bits" };

names! {
    /// A family of network addresses with its usual prefixes.
    AddressFamily {
        /// Prefixes of 24, 16 and 8 bits.
        Ipv4 = "ipv4" Now,
        /// Prefixes of 64, 48 and 32 bits.
        Ipv6 = "ipv6" Later,
    }
}

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "addresses",
    Shape::Prefixes(PREFIX, AddressFamily::NAMES),
    "[24, 16, 8]",
    "The bits kept at each level, fewer and fewer, or `ipv4` for the usual ones.",
)
.required()];

fn bind(given: &Given) -> Option<Builder> {
    Some(Builder::Addresses(match given.get("addresses")? {
        Value::Wholes(prefixes) => {
            prefixes.iter().map(|prefix| u8::try_from(**prefix)).collect::<Result<_, _>>().ok()?
        }
        _ => Vec::new(),
    }))
}

/// The prefixes used if none are given: bytes, and for IPv6 subnet, site and provider.
const DEFAULT_V4: [u8; 4] = [24, 16, 8, 0];
const DEFAULT_V6: [u8; 4] = [64, 48, 32, 0];

/// The labels of the levels whose prefix lengths in bits are given, from the longest.
pub(super) fn layers(prefixes: &[u8], column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    if !prefixes.is_sorted_by(|a, b| a > b) || prefixes.iter().any(|&bits| bits > 128) {
        let what = "prefixes of addresses must shrink from level to level, from at most 128 bits";
        return Err(column.parameter(what));
    }
    let texts = column.dictionary.texts();
    let addresses: Vec<Option<IpAddr>> = texts.iter().map(|text| text.parse().ok()).collect();
    column.refuse(
        |value| addresses[value].is_none(),
        |hierarchy, values| {
            let needs = "internet addresses";
            HierarchyError::Unreadable { hierarchy, needs, values }
        },
    )?;
    let pairs: Vec<(u8, u8)> = if prefixes.is_empty() {
        DEFAULT_V4.into_iter().zip(DEFAULT_V6).collect()
    } else {
        prefixes.iter().map(|&bits| (bits, bits)).collect()
    };
    let layer = |(v4, v6)| {
        let mut labels = Labels::new(column.dictionary.len());
        for address in addresses.iter().flatten() {
            labels.push(&match address {
                IpAddr::V4(address) => prefix_v4(*address, v4),
                IpAddr::V6(address) => prefix_v6(*address, v6),
            });
        }
        column.with_missing(labels)
    };
    Ok(pairs.into_iter().map(layer).collect())
}

fn prefix_v4(address: Ipv4Addr, bits: u8) -> String {
    if bits >= 32 {
        return address.to_string();
    }
    let kept = address.to_bits() & !(u32::MAX >> bits);
    if !bits.is_multiple_of(8) {
        return format!("{}/{bits}", Ipv4Addr::from_bits(kept));
    }
    let bytes = usize::from(bits / 8);
    let parts = kept.to_be_bytes().into_iter().take(bytes).map(|byte| byte.to_string());
    parts.chain(std::iter::repeat_n("*".to_owned(), 4 - bytes)).collect::<Vec<_>>().join(".")
}

fn prefix_v6(address: Ipv6Addr, bits: u8) -> String {
    if bits >= 128 {
        return address.to_string();
    }
    format!("{}/{bits}", Ipv6Addr::from_bits(address.to_bits() & !(u128::MAX >> bits)))
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    #[test]
    fn addresses_lose_their_ends() {
        let v6 = "2001:db8:85a3:8d3:1319:8a2e:370:7348";
        for (prefixes, value, labels) in [
            (
                &[][..],
                "192.168.1.127",
                &["192.168.1.127", "192.168.1.*", "192.168.*.*", "192.*.*.*", "*.*.*.*", "*"][..],
            ),
            (
                &[30, 20, 8],
                "192.168.17.127",
                &["192.168.17.127", "192.168.17.124/30", "192.168.16.0/20", "192.*.*.*", "*"],
            ),
            (
                &[],
                v6,
                &[v6, "2001:db8:85a3:8d3::/64", "2001:db8:85a3::/48", "2001:db8::/32", "::/0", "*"],
            ),
            (&[64, 16], "10.1.2.3", &["10.1.2.3", "10.1.2.3", "10.1.*.*", "*"]),
        ] {
            let builder = Builder::Addresses(prefixes.to_vec());
            let hierarchy = compiled(&builder, &[value, "10.0.0.1", "fe80::1", "?"]).unwrap();
            assert_eq!(chain(&hierarchy, value), labels);
        }
    }

    /// The lectures' levels of an address (000, key codes blurred).
    #[test]
    fn an_address_without_any_bit_is_the_top() {
        let hosts = ["192.168.1.127", "10.0.0.1", "?"];
        let hierarchy = compiled(&Builder::Addresses(vec![]), &hosts).unwrap();
        let levels = ["192.168.1.127", "192.168.1.*", "192.168.*.*", "192.*.*.*", "*.*.*.*"];
        assert_eq!(hierarchy.height(), 4);
        assert_eq!(chain(&hierarchy, hosts[0]), levels);
        // That all hosts share eight bits is chance.
        let hierarchy = compiled(&Builder::Addresses(vec![8]), &["10.0.0.1", "10.2.3.4"]).unwrap();
        assert_eq!(chain(&hierarchy, "10.0.0.1"), ["10.0.0.1", "10.*.*.*", "*"]);
    }

    #[test]
    fn prefixes_and_values_are_checked() {
        for (prefixes, value, message) in [
            (
                vec![8, 16],
                "10.0.0.1",
                "prefixes of addresses must shrink from level to level, from at most 128 bits",
            ),
            (
                vec![],
                "10.0.0",
                "it needs internet addresses, but 1 value, in 1 row, is something else",
            ),
            (
                vec![],
                "10.0.0.256",
                "it needs internet addresses, but 1 value, in 1 row, is something else",
            ),
        ] {
            let error = compiled(&Builder::Addresses(prefixes), &[value]).unwrap_err();
            assert_eq!(error.to_string(), format!("hierarchy `test`: {message}"));
        }
    }
}
