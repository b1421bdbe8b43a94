//! Pages written from the rules.
