//! House rules: imports, messages for translators, documentation.

#[path = "../common/catalogue.rs"]
mod catalogue;
#[path = "../common/sources.rs"]
mod sources;

mod answers;
mod docs;
mod messages;
mod rooms;
