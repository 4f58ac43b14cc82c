//! Where measures and attacks come from.

use ridotto_catalogue::Reference;

pub const ABRIL_2012: Reference = Reference {
    authors: "D. Abril, G. Navarro-Arribas, V. Torra",
    year: 2012,
    title: "Improving record linkage with supervised learning for disclosure risk assessment",
    doi: "10.1016/j.inffus.2011.05.001",
};

pub const BAYARDO_2005: Reference = Reference {
    authors: "R. Bayardo, R. Agrawal",
    year: 2005,
    title: "Data privacy through optimal k-anonymization",
    doi: "10.1109/ICDE.2005.42",
};

pub const CRAMER_1946: Reference = Reference {
    authors: "H. Cramér",
    year: 1946,
    title: "Mathematical methods of statistics",
    doi: "",
};

pub const DAMA_2013: Reference = Reference {
    authors: "DAMA UK",
    year: 2013,
    title: "The six primary dimensions for data quality assessment",
    doi: "",
};

pub const DANKAR_2010: Reference = Reference {
    authors: "F. K. Dankar, K. El Emam",
    year: 2010,
    title: "A method for evaluating marketer re-identification risk",
    doi: "10.1145/1754239.1754271",
};

pub const DANKAR_2012: Reference = Reference {
    authors: "F. K. Dankar, K. El Emam, A. Neisa, T. Roffey",
    year: 2012,
    title: "Estimating the re-identification risk of clinical data sets",
    doi: "10.1186/1472-6947-12-66",
};

pub const DENNING_1979: Reference = Reference {
    authors: "D. E. Denning, P. J. Denning, M. D. Schwartz",
    year: 1979,
    title: "The tracker: a threat to statistical database security",
    doi: "10.1145/320064.320069",
};

pub const DOMINGO_FERRER_2001: Reference = Reference {
    authors: "J. Domingo-Ferrer, V. Torra",
    year: 2001,
    title: "A quantitative comparison of disclosure control methods for microdata",
    doi: "",
};

pub const DOMINGO_FERRER_2001B: Reference = Reference {
    authors: "J. Domingo-Ferrer, J. M. Mateo-Sanz, V. Torra",
    year: 2001,
    title: "Comparing SDC methods for microdata on the basis of information loss and disclosure risk",
    doi: "",
};

pub const DOMINGO_FERRER_2002: Reference = Reference {
    authors: "J. Domingo-Ferrer, J. M. Mateo-Sanz",
    year: 2002,
    title: "Practical data-oriented microaggregation for statistical disclosure control",
    doi: "10.1109/69.979982",
};

pub const ELLIOT_2002: Reference = Reference {
    authors: "M. J. Elliot, A. M. Manning, R. W. Ford",
    year: 2002,
    title: "A computational algorithm for handling the special uniques problem",
    doi: "10.1142/S0218488502001600",
};

pub const EL_EMAM_2013: Reference = Reference {
    authors: "K. El Emam",
    year: 2013,
    title: "Guide to the de-identification of personal health information",
    doi: "",
};

pub const FELLEGI_1969: Reference = Reference {
    authors: "I. P. Fellegi, A. B. Sunter",
    year: 1969,
    title: "A theory for record linkage",
    doi: "10.1080/01621459.1969.10501049",
};

pub const FRANCONI_2004: Reference = Reference {
    authors: "L. Franconi, S. Polettini",
    year: 2004,
    title: "Individual risk estimation in μ-Argus: a review",
    doi: "10.1007/978-3-540-25955-8_20",
};

pub const GANTA_2008: Reference = Reference {
    authors: "S. R. Ganta, S. P. Kasiviswanathan, A. Smith",
    year: 2008,
    title: "Composition attacks and auxiliary information in data privacy",
    doi: "10.1145/1401890.1401926",
};

pub const GIONIS_2008: Reference = Reference {
    authors: "A. Gionis, A. Mazza, T. Tassa",
    year: 2008,
    title: "k-anonymization revisited",
    doi: "10.1109/ICDE.2008.4497483",
};

pub const GIONIS_2009: Reference = Reference {
    authors: "A. Gionis, T. Tassa",
    year: 2009,
    title: "k-anonymization with minimal loss of information",
    doi: "10.1109/TKDE.2008.129",
};

pub const GOODMAN_1954: Reference = Reference {
    authors: "L. A. Goodman, W. H. Kruskal",
    year: 1954,
    title: "Measures of association for cross classifications",
    doi: "10.1080/01621459.1954.10501231",
};

pub const HUNDEPOOL_2012: Reference = Reference {
    authors: "A. Hundepool and others",
    year: 2012,
    title: "Statistical disclosure control",
    doi: "10.1002/9781118348239",
};

pub const IYENGAR_2002: Reference = Reference {
    authors: "V. Iyengar",
    year: 2002,
    title: "Transforming data to satisfy privacy constraints",
    doi: "10.1145/775047.775089",
};

pub const KULLBACK_1951: Reference = Reference {
    authors: "S. Kullback, R. Leibler",
    year: 1951,
    title: "On information and sufficiency",
    doi: "10.1214/aoms/1177729694",
};

pub const LEFEVRE_2006: Reference = Reference {
    authors: "K. LeFevre, D. DeWitt, R. Ramakrishnan",
    year: 2006,
    title: "Mondrian multidimensional k-anonymity",
    doi: "10.1109/ICDE.2006.101",
};

pub const LE_CAM_2000: Reference = Reference {
    authors: "L. Le Cam, G. Yang",
    year: 2000,
    title: "Asymptotics in statistics",
    doi: "10.1007/978-1-4612-1166-2",
};

pub const LI_2007: Reference = Reference {
    authors: "N. Li, T. Li, S. Venkatasubramanian",
    year: 2007,
    title: "t-closeness: privacy beyond k-anonymity and l-diversity",
    doi: "10.1109/ICDE.2007.367856",
};

pub const MACHANAVAJJHALA_2007: Reference = Reference {
    authors: "A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam",
    year: 2007,
    title: "l-diversity: privacy beyond k-anonymity",
    doi: "10.1145/1217299.1217302",
};

pub const MANNING_2008: Reference = Reference {
    authors: "A. M. Manning, D. J. Haglin, J. A. Keane",
    year: 2008,
    title: "A recursive search algorithm for statistical disclosure assessment",
    doi: "10.1007/s10618-007-0078-6",
};

pub const MARTIN_2007: Reference = Reference {
    authors: "D. J. Martin, D. Kifer, A. Machanavajjhala, J. Gehrke, J. Y. Halpern",
    year: 2007,
    title: "Worst-case background knowledge for privacy-preserving data publishing",
    doi: "10.1109/ICDE.2007.367858",
};

pub const MATEO_SANZ_2004: Reference = Reference {
    authors: "J. M. Mateo-Sanz, F. Sebé, J. Domingo-Ferrer",
    year: 2004,
    title: "Outlier protection in continuous microdata masking",
    doi: "10.1007/978-3-540-25955-8_16",
};

pub const MOTWANI_2007: Reference = Reference {
    authors: "R. Motwani, Y. Xu",
    year: 2007,
    title: "Efficient algorithms for masking and finding quasi-identifiers",
    doi: "",
};

pub const MURALIDHAR_2016: Reference = Reference {
    authors: "K. Muralidhar, J. Domingo-Ferrer",
    year: 2016,
    title: "Rank-based record linkage for re-identification risk assessment",
    doi: "10.1007/978-3-319-45381-1_17",
};

pub const NERGIZ_2007: Reference = Reference {
    authors: "M. Nergiz, C. Clifton",
    year: 2007,
    title: "Thoughts on k-anonymization",
    doi: "10.1016/j.datak.2007.03.009",
};

pub const NERGIZ_2007B: Reference = Reference {
    authors: "M. E. Nergiz, M. Atzori, C. Clifton",
    year: 2007,
    title: "Hiding the presence of individuals from shared databases",
    doi: "10.1145/1247480.1247554",
};

pub const NIN_2008: Reference = Reference {
    authors: "J. Nin, J. Herranz, V. Torra",
    year: 2008,
    title: "Rethinking rank swapping to decrease disclosure risk",
    doi: "10.1016/j.datak.2007.07.006",
};

pub const NIN_2009: Reference = Reference {
    authors: "J. Nin, V. Torra",
    year: 2009,
    title: "Analysis of the univariate microaggregation disclosure risk",
    doi: "10.1007/s00354-008-0061-x",
};

pub const SAMARATI_2001: Reference = Reference {
    authors: "P. Samarati",
    year: 2001,
    title: "Protecting respondents' identities in microdata release",
    doi: "10.1109/69.971193",
};

pub const SKINNER_1994: Reference = Reference {
    authors: "C. Skinner, C. Marsh, S. Openshaw, C. Wymer",
    year: 1994,
    title: "Disclosure control for census microdata",
    doi: "",
};

pub const SNOKE_2018: Reference = Reference {
    authors: "J. Snoke, G. Raab, B. Nowok, C. Dibben, A. Slavkovic",
    year: 2018,
    title: "General and specific utility measures for synthetic data",
    doi: "10.1111/rssa.12358",
};

pub const STOKES_2012: Reference = Reference {
    authors: "K. Stokes, V. Torra",
    year: 2012,
    title: "n-confusion: a generalization of k-anonymity",
    doi: "10.1145/2320765.2320824",
};

pub const SWEENEY_2002: Reference = Reference {
    authors: "L. Sweeney",
    year: 2002,
    title: "k-anonymity: a model for protecting privacy",
    doi: "10.1142/S0218488502001648",
};

pub const SWEENEY_2002B: Reference = Reference {
    authors: "L. Sweeney",
    year: 2002,
    title: "Achieving k-anonymity privacy protection using generalization and suppression",
    doi: "10.1142/S021848850200165X",
};

pub const TORRA_2006: Reference = Reference {
    authors: "V. Torra, J. M. Abowd, J. Domingo-Ferrer",
    year: 2006,
    title: "Using Mahalanobis distance-based record linkage for disclosure risk assessment",
    doi: "10.1007/11930242_20",
};

pub const TASSA_2012: Reference = Reference {
    authors: "T. Tassa, A. Mazza, A. Gionis",
    year: 2012,
    title: "k-concealment: an alternative model of k-type anonymity",
    doi: "",
};

pub const TEMPL_2015: Reference = Reference {
    authors: "M. Templ, A. Kowarik, B. Meindl",
    year: 2015,
    title: "Statistical disclosure control for micro-data using the R package sdcMicro",
    doi: "10.18637/jss.v067.i04",
};

pub const WONG_2007: Reference = Reference {
    authors: "R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei",
    year: 2007,
    title: "Minimality attack in privacy preserving data publishing",
    doi: "",
};

pub const WOO_2009: Reference = Reference {
    authors: "M.-J. Woo, J. Reiter, A. Oganian, A. Karr",
    year: 2009,
    title: "Global measures of data utility for microdata masked for disclosure limitation",
    doi: "10.29012/jpc.v1i1.568",
};

pub const XIAO_2007: Reference = Reference {
    authors: "X. Xiao, Y. Tao",
    year: 2007,
    title: "m-invariance: towards privacy preserving re-publication of dynamic datasets",
    doi: "10.1145/1247480.1247556",
};

pub const YAGER_1988: Reference = Reference {
    authors: "R. R. Yager",
    year: 1988,
    title: "On ordered weighted averaging aggregation operators in multicriteria decisionmaking",
    doi: "10.1109/21.87068",
};

pub const YANCEY_2002: Reference = Reference {
    authors: "W. Yancey, W. Winkler, R. Creecy",
    year: 2002,
    title: "Disclosure risk assessment in perturbative microdata protection",
    doi: "10.1007/3-540-47804-3_11",
};
