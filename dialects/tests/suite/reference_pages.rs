//! The pages of `docs/dialects` agree with the declarations. To write them: `UPDATE_DOCS=1 cargo test -p tfrt-dialects`.

use std::path::Path;

use crate::common::registry;

#[test]
fn reference_pages_are_current() {
    let registry = registry();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/dialects");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let mut outdated = Vec::new();
    for dialect in registry.dialects() {
        let page = tfrt_dialects::docs::page(&registry, dialect);
        let path = folder.join(format!("{}.md", dialect.name()));
        if update {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &page).expect("the page can be written");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&page) {
            outdated.push(dialect.name().to_owned());
        }
    }
    assert!(outdated.is_empty(), "outdated: {outdated:?}; run the test with UPDATE_DOCS=1");
}
