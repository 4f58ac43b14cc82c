//! Data quality of a file in six dimensions.
