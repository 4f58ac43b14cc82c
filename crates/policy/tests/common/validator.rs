//! As much of JSON Schema as our schema uses. A keyword it does not know is a failure, so that
//! nothing in the schema goes untested.

use serde_json::Value;

/// Whether a value satisfies a schema; `root` is where references lead.
pub fn accepts(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return schema == &Value::Bool(true) };
    keywords.iter().all(|(keyword, rule)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" | "examples" | "default" => true,
        "$ref" => {
            let path = rule.as_str().and_then(|path| path.strip_prefix('#'));
            let target =
                path.and_then(|path| root.pointer(path)).expect("a reference leads somewhere");
            accepts(root, target, value)
        }
        "type" => has_type(rule, value),
        "const" => value == rule,
        "enum" => rule.as_array().is_some_and(|values| values.contains(value)),
        "anyOf" => satisfied(root, rule, value) > 0,
        "oneOf" => satisfied(root, rule, value) == 1,
        "minimum" => bounded(value, |n| n >= number(rule)),
        "exclusiveMinimum" => bounded(value, |n| n > number(rule)),
        "maximum" => bounded(value, |n| n <= number(rule)),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() >= size(rule)),
        "maxLength" => value.as_str().is_none_or(|text| text.chars().count() <= size(rule)),
        "minItems" => value.as_array().is_none_or(|items| items.len() >= size(rule)),
        "maxItems" => value.as_array().is_none_or(|items| items.len() <= size(rule)),
        "minProperties" => value.as_object().is_none_or(|object| object.len() >= size(rule)),
        "uniqueItems" => value.as_array().is_none_or(|items| {
            items.iter().enumerate().all(|(at, item)| !items[..at].contains(item))
        }),
        "items" => {
            value.as_array().is_none_or(|items| items.iter().all(|item| accepts(root, rule, item)))
        }
        "required" => value.as_object().is_none_or(|object| {
            let names = rule.as_array().expect("`required` is a list");
            names.iter().all(|name| name.as_str().is_some_and(|name| object.contains_key(name)))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            object.iter().all(|(name, value)| {
                rule.get(name).is_none_or(|property| accepts(root, property, value))
            })
        }),
        "additionalProperties" => value.as_object().is_none_or(|object| {
            let known =
                |name: &str| schema.get("properties").is_some_and(|p| p.get(name).is_some());
            object.iter().all(|(name, value)| known(name) || accepts(root, rule, value))
        }),
        unknown => panic!("the validator does not know `{unknown}`"),
    })
}

fn satisfied(root: &Value, schemas: &Value, value: &Value) -> usize {
    let schemas = schemas.as_array().expect("a list of schemas");
    schemas.iter().filter(|schema| accepts(root, schema, value)).count()
}

fn has_type(rule: &Value, value: &Value) -> bool {
    match rule.as_str().expect("one type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        unknown => panic!("the validator does not know the type `{unknown}`"),
    }
}

fn bounded(value: &Value, within: impl Fn(f64) -> bool) -> bool {
    value.as_f64().is_none_or(within)
}

fn number(rule: &Value) -> f64 {
    rule.as_f64().expect("a number")
}

fn size(rule: &Value) -> usize {
    rule.as_u64().and_then(|size| usize::try_from(size).ok()).expect("a size")
}
