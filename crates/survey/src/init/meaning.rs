//! What a column is about, by its name, in several languages.
//!
//! A name is taken apart (`BirthDate`, `geburts_datum`, `date-de-naissance`), accents are left out,
//! and its words are looked up: whole words first, then words within words, as German has them. The
//! first meaning that fits is taken, so the more particular ones come first.

/// What a column is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// A network address.
    Address,
    /// An account, a card, a licence plate, a device.
    Account,
    /// A number that tells persons apart.
    Person,
    /// A national number.
    National,
    /// A survey weight.
    Weight,
    /// Those who live together.
    Household,
    /// The country, or whose national a person is.
    Country,
    /// A postal code.
    Postcode,
    /// A place.
    Place,
    /// A street and a house.
    Street,
    /// Where exactly, on the map.
    Coordinates,
    /// The name of a person.
    Name,
    /// The day or year of birth.
    Birth,
    /// The age.
    Age,
    /// Sex or gender.
    Sex,
    /// Married or not.
    Marital,
    /// Work.
    Occupation,
    /// Schooling.
    Education,
    /// Origin, race, language.
    Origin,
    /// Family, children.
    Family,
    /// Health.
    Health,
    /// Money.
    Money,
    /// Beliefs, politics, unions, sexual life, convictions.
    Belief,
    /// A grade or a score.
    Score,
    /// Notes.
    Note,
    /// A number of a record.
    Record,
    /// A day of something.
    Event,
    /// How one is insured.
    Insurance,
}

use Meaning::{
    Account, Address, Age, Belief, Birth, Coordinates, Country, Education, Email, Event, Family,
    Health, Household, Insurance, Marital, Money, Name, National, Note, Occupation, Origin, Person,
    Phone, Place, Postcode, Record, Score, Sex, Street, Weight,
};

/// Words by meaning: English, German, French, Italian, Spanish, Portuguese, Dutch, Swedish.
/// Without accents, in lower case.
const WORDS: &[(Meaning, &str)] = &[
    (Email, "email mail emailadresse courriel correo correio"),
    (
        Phone,
        "phone telephone tel mobile cell fax telefon telefonnummer handy handynummer portable \
             telefono cellulare movil telefone telemovel celular telefoon mobiel mobil",
    ),
    (Address, "ip ipaddress ipv4 ipv6 mac macaddress imei imsi device deviceid cookie useragent"),
    (
        Account,
        "iban bic account accountnumber konto kontonummer compte conto cuenta conta rekening \
               rekeningnummer card cardnumber creditcard kreditkarte plate licenseplate vin \
               kennzeichen nummernschild immatriculation targa matricula kenteken passport \
               reisepass passeport passaporto pasaporte paspoort login username userid",
    ),
    (
        National,
        "ssn socialsecurity socialsecuritynumber nationalid nationalnumber ahv ahvnummer \
                svnr sozialversicherungsnummer steuerid steuernummer nir codicefiscale dni nie nif \
                cpf bsn burgerservicenummer personnummer fodselsnummer cpr hetu pesel nhs nhsnumber \
                nino taxid",
    ),
    (
        Weight,
        "fnlwgt wgt perwt hhwt pweight surveyweight samplingweight sampleweight \
              hochrechnungsfaktor designgewicht ponderation",
    ),
    (
        Household,
        "household householdid hh hhid haushalt haushaltsnummer menage famiglia hogar \
                 agregado huishouden hushall",
    ),
    (
        Person,
        "patient patientid patientnumber patientennummer personid personnumber customer \
              customerid client clientid member memberid student studentid employee employeeid \
              staffid kundennummer mitgliedsnummer personalnummer matrikelnummer numeropatient \
              idpaziente idpaciente paciente paziente patientnr persnr pid subject subjectid \
              participant respondent versichertennummer insuranceid",
    ),
    (
        Country,
        "country nationality citizenship land staat nationalitat staatsangehorigkeit pays \
               nationalite paese nazione nazionalita cittadinanza pais nacionalidad nacionalidade \
               nationaliteit herkomst birthplace geburtsland nativecountry medborgarskap",
    ),
    (
        Postcode,
        "zip zipcode postcode postalcode postal plz postleitzahl codepostal cap \
                codigopostal cp cep postnummer postnr",
    ),
    (
        Street,
        "street address homeaddress strasse adresse anschrift hausnummer rue adres straat \
              indirizzo via direccion calle endereco rua gata adress",
    ),
    (
        Coordinates,
        "latitude longitude lat lon lng long coordinates koordinaten breitengrad \
                   langengrad latitud longitud gps geolocation",
    ),
    (
        Place,
        "city town municipality village county state province region district location place \
             stadt ort wohnort gemeinde kanton bundesland kreis bezirk landkreis ville commune \
             departement citta comune provincia regione ciudad municipio comunidad cidade \
             municipality freguesia plaats woonplaats gemeente provincie kommun lan stad \
             residence metarea neighbourhood neighborhood census tract blockgroup",
    ),
    (
        Birth,
        "birth birthdate birthday dob dateofbirth birthyear yearofbirth born geburt \
             geburtsdatum geburtsjahr gebdat gebjahr naissance datenaissance nascita datanascita \
             nacimiento fechanacimiento nascimento geboorte geboortedatum geboortejaar fodelse \
             fodelsedatum jahrgang yob",
    ),
    (
        Name,
        "name firstname lastname surname fullname middlename givenname familyname vorname \
            nachname familienname zuname nom prenom cognome nome nombre apellido apellidos \
            sobrenome naam voornaam achternaam fornamn efternamn namn maidenname geburtsname alias \
            nickname",
    ),
    (Age, "age alter lebensalter eta edad idade leeftijd alder agegroup altersgruppe"),
    (Sex, "sex gender geschlecht sexe genre sesso genere sexo genero geslacht kon"),
    (
        Marital,
        "marital maritalstatus maritalst married familienstand zivilstand etatcivil \
               situationfamiliale matrimonial statocivile estadocivil burgerlijkestaat civilstand \
               civilstatus relationship",
    ),
    (
        Occupation,
        "occupation job jobtitle profession employment employer workclass industry work \
                  beruf tatigkeit beschaftigung arbeitgeber branche metier emploi professione \
                  lavoro impiego ocupacion empleo trabajo profesion ocupacao profissao emprego \
                  beroep yrke hoursperweek position rank",
    ),
    (
        Education,
        "education educationnum degree school schooling qualification bildung abschluss \
                 schulabschluss ausbildung formation diplome etudes istruzione titolo studio \
                 educacion estudios educacao escolaridade opleiding onderwijs utbildning \
                 university",
    ),
    (
        Origin,
        "race ethnicity ethnic origin language mothertongue ethnie herkunft sprache \
              muttersprache langue origine etnia lingua raza idioma raca taal moedertaal sprak \
              migration",
    ),
    (
        Family,
        "children child kids family familysize householdsize dependents kinder kinderzahl \
              familie enfants famille figli hijos filhos kinderen barn nchild famsize",
    ),
    (
        Health,
        "diagnosis disease illness icd icd10 condition treatment therapy medication drug \
              symptom hiv disability allergy ward blood pressure bmi cholesterol glucose surgery \
              procedure cause death smoker smoking pregnancy mental depression health \
              comorbidity disorder diagnose krankheit erkrankung behandlung medikament \
              behinderung befund station gesundheit maladie diagnostic traitement medicament \
              handicap sante malattia diagnosi terapia farmaco disabilita salute enfermedad \
              diagnostico tratamiento medicamento discapacidad salud doenca tratamento saude ziekte \
              behandeling medicijn gezondheid sjukdom halsa",
    ),
    (
        Money,
        "salary income wage wages earnings pay bonus debt loan credit cost costs charge charges \
             price payment expenditure rent capital gain loss balance wealth assets tax salaryclass \
             gehalt einkommen lohn verdienst schulden kosten vermogen miete steuer salaire revenu \
             cout dette loyer stipendio reddito costo debito affitto salario sueldo ingresos renta \
             coste deuda rendimento ordenado divida salaris inkomen loon schuld lon inkomst skuld",
    ),
    (
        Belief,
        "religion denomination faith church party political politics vote union sexuality \
              orientation crime criminal conviction offence offense sentence prison arrest konfession \
              kirche partei gewerkschaft wahl straftat verurteilung strafe religione partito \
              sindacato reato religiao partido sindicato delito godsdienst partij vakbond religion \
              parti syndicat condamnation",
    ),
    (
        Score,
        "grade grades mark score iq gpa rating note zeugnis punkte voto punteggio nota cijfer \
             betyg result outcome",
    ),
    (
        Insurance,
        "insurance insurer payer coverage versicherung krankenkasse kasse assurance mutuelle \
                 assicurazione seguro verzekering forsakring",
    ),
    (
        Note,
        "note notes comment comments remark remarks description freetext bemerkung kommentar \
            anmerkung commentaire remarque commento osservazioni comentario observaciones \
            opmerking kommentarer text",
    ),
    (
        Event,
        "date day time timestamp admission discharge visit event datum tag zeit aufnahme \
             entlassung besuch jour heure entree sortie data giorno ricovero fecha dia ingreso alta \
             dag tijd opname year month",
    ),
    (
        Record,
        "id uid guid uuid key recordid record rowid row number nr no num index seq sequence \
              caseid casenumber fallnummer laufnummer nummer numero identifiant identificativo \
              codigo identificador",
    ),
];

/// What a column of this name is about, if that is known.
pub fn meaning(name: &str) -> Option<Meaning> {
    let words = words(name);
    let joined = words.concat();
    let listed = |list: &str, wanted: &str| list.split_whitespace().any(|word| word == wanted);
    // A meaning of all words together says the most.
    let whole = WORDS.iter().find(|(_, list)| listed(list, &joined));
    let pair = || {
        let pairs: Vec<String> = words.windows(2).map(<[String]>::concat).collect();
        WORDS.iter().find(|(_, list)| pairs.iter().any(|two| listed(list, two)))
    };
    let single = || WORDS.iter().find(|(_, list)| words.iter().any(|word| listed(list, word)));
    // Long words within words: `krankenhausaufenthaltsort` is a place.
    let within = || {
        WORDS.iter().find(|(_, list)| {
            let long = list.split_whitespace().filter(|word| word.len() >= 6);
            long.into_iter().any(|word| words.iter().any(|other| other.contains(word)))
        })
    };
    whole.or_else(pair).or_else(single).or_else(within).map(|(meaning, _)| *meaning)
}

/// The words of a name, in lower case and without accents.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last_was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && last_was_lower) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            let word = words.last_mut().expect("there is a first word");
            c.to_lowercase().for_each(|c| word.push_str(plain(c).encode_utf8(&mut [0; 4])));
            if c == 'ß' {
                word.push('s');
            }
        }
        last_was_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A letter without its accent.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ß' => 's',
        other => other,
    }
}

impl Meaning {
    /// What it is, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Email => "an e-mail address",
            Phone => "a telephone number",
            Address => "a device or a network address",
            Account => "an account, a card or a document",
            Person => "a number that a person keeps",
            National => "a national number",
            Weight => "a survey weight",
            Household => "who lives together",
            Country => "a country or nationality",
            Postcode => "a postal code",
            Place => "a place",
            Street => "a street address",
            Coordinates => "a place on the map",
            Name => "a person's name",
            Birth => "a birth",
            Age => "an age",
            Sex => "sex or gender",
            Marital => "marital status",
            Occupation => "work",
            Education => "education",
            Origin => "origin or language",
            Family => "family",
            Health => "health",
            Money => "money",
            Belief => "beliefs or convictions",
            Score => "a grade or a result",
            Note => "notes",
            Record => "a number of records",
            Event => "the time of an event",
            Insurance => "insurance",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_understood_in_several_languages() {
        for (expected, names) in [
            (
                Birth,
                "birth_date BirthDate dob Geburtsdatum date_de_naissance data_nascita \
                     fecha_nacimiento geboortedatum year_of_birth födelsedatum",
            ),
            (Age, "age Alter età edad leeftijd AGE"),
            (Sex, "sex Gender Geschlecht sexe sesso sexo geslacht"),
            (Postcode, "zip ZIP_code PLZ Postleitzahl code_postal código_postal postcode"),
            (Place, "city Wohnort ville città ciudad woonplaats Bundesland state"),
            (Country, "nationality native-country Staatsangehörigkeit pays nazionalità país"),
            (Marital, "marital_status marital-status Familienstand état_civil estado_civil"),
            (Occupation, "occupation Beruf métier professione hours-per-week workclass"),
            (Education, "education education-num Bildungsabschluss diplôme titolo_studio"),
            (Name, "name Vorname last_name NACHNAME prénom cognome apellido achternaam"),
            (Email, "email E-Mail e_mail courriel"),
            (Phone, "phone Telefonnummer téléphone mobile_phone"),
            (Health, "diagnosis Diagnose maladie ward icd10 BMI"),
            (Money, "salary Einkommen revenu reddito cost capital-gain salary-class"),
            (Belief, "religion Konfession political_party"),
            (Person, "patient_id patientId customer_id Kundennummer"),
            (National, "ssn AHV-Nummer codice_fiscale"),
            (Record, "id ID record_no"),
            (Event, "admission_date discharge"),
            (Street, "address Straße home_address"),
            (Weight, "fnlwgt survey_weight"),
        ] {
            for name in names.split_whitespace() {
                assert_eq!(meaning(name), Some(expected), "{name}");
            }
        }
    }

    #[test]
    fn other_names_mean_nothing() {
        for name in ["", "x", "q17", "colour", "var_3", "length_of_stay", "___"] {
            assert_eq!(meaning(name), None, "{name}");
        }
    }

    #[test]
    fn words_are_without_accents_and_in_lower_case() {
        for (_, list) in WORDS {
            assert!(list.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' '));
        }
    }
}
