//! Compiles the interface files, the style sheet and the icons into the program.

fn main() {
    #[cfg(feature = "gui")]
    glib_build_tools::compile_resources(
        &["resources", "data/icons"],
        "resources/chuhe.gresource.xml",
        "chuhe.gresource",
    );
}
