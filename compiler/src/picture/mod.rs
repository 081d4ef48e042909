//! Pictures of functions: layers or kernels as boxes, values as arrows.
//!
//! [`graph`] reads functions off a program once, with the steps of regions ([`steps`]); `svg` draws all boxes without any other tool,
//! `html` makes a page on which name scopes ([`scopes`]) open and close, `dot` writes the graphs for Graphviz. Regions of operations are
//! drawn as functions of their own, below the one they belong to. The same program always gives the same picture.

mod colour;
mod dot;
mod graph;
mod html;
mod layout;
mod scopes;
mod steps;
mod svg;

use tfrt_ir::module::Module;
use tfrt_ir::symbol;

use crate::streams::analysis::StreamOptions;

/// A picture's file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Scalable Vector Graphics, with all boxes.
    Svg,
    /// A page on which name scopes open and close.
    Html,
    /// The language of Graphviz.
    Dot,
}

impl PictureFormat {
    /// The format that a file name's ending asks for.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "svg" => Some(PictureFormat::Svg),
            "html" => Some(PictureFormat::Html),
            "dot" | "gv" => Some(PictureFormat::Dot),
            _ => None,
        }
    }
}

/// Draws the functions of a program: all of them, or the one named.
///
/// # Errors
/// If there is no function of that name, or none at all.
pub fn draw(module: &Module, function: Option<&str>, format: PictureFormat) -> Result<String, String> {
    let mut graphs = Vec::new();
    let options = StreamOptions::default().with_attrs_of(module.top());
    for op in module.ops() {
        let Some(name) = symbol::name(op).map(|name| module.ctx().str(name)) else { continue };
        if function.is_none_or(|wanted| wanted == name) {
            graph::add_function(op, &format!("@{name}"), options.with_attrs_of(op), &mut graphs);
        }
    }
    if graphs.is_empty() {
        return Err(match function {
            Some(name) => format!("no function '{name}' with a body to draw"),
            None => "no function with a body to draw".to_owned(),
        });
    }
    Ok(match format {
        PictureFormat::Svg => svg::write(&graphs),
        PictureFormat::Html => html::write(&graphs),
        PictureFormat::Dot => dot::write(&graphs),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_format() {
        assert_eq!(PictureFormat::of_file("a.b/graph.svg"), Some(PictureFormat::Svg));
        assert_eq!(PictureFormat::of_file("graph.html"), Some(PictureFormat::Html));
        assert_eq!(PictureFormat::of_file("graph.gv"), Some(PictureFormat::Dot));
        assert_eq!(PictureFormat::of_file("graph.png"), None);
        assert_eq!(PictureFormat::of_file("svg"), None);
    }
}
