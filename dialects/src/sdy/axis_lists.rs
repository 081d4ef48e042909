//! The attributes that say along which axes devices exchange a tensor: lists of axes, and the moves of axes between dimensions.

use std::fmt;

use super::attributes::{AxisRef, axes, axis_ref, list};
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;

/// Axes, the outermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisList(pub Vec<AxisRef>);

impl DialectAttr for AxisList {
    const DIALECT: &'static str = "sdy";
}

/// Axes in braces, as other attributes write them.
struct Braced<'a>(&'a [AxisRef]);

impl fmt::Display for Braced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        axes(f, self.0)?;
        f.write_str("}")
    }
}

impl fmt::Display for AxisList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "axis_ref_list{}", Braced(&self.0))
    }
}

impl AxisList {
    /// Reads `{"a", "b"}`.
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<AxisList> {
        text.list(("{", "}"), axis_ref).map(AxisList)
    }
}

/// The axes of each dimension of a tensor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisLists(pub Vec<AxisList>);

impl DialectAttr for AxisLists {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for AxisLists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("list_of_axis_ref_lists[")?;
        list(f, &self.0.iter().map(|axes| Braced(&axes.0)).collect::<Vec<_>>())?;
        f.write_str("]")
    }
}

impl AxisLists {
    /// Reads `[{"a"}, {}]`.
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<AxisLists> {
        text.list(("[", "]"), AxisList::parse).map(AxisLists)
    }
}

/// A move of axes from one dimension of a tensor to another one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisMove {
    /// The axes, which are the innermost of the source dimension.
    pub axes: Vec<AxisRef>,
    /// The dimension that they divide before.
    pub source: i64,
    /// The dimension that they divide afterwards.
    pub target: i64,
}

impl DialectAttr for AxisMove {
    const DIALECT: &'static str = "sdy";
}

/// A move as lists write it.
struct Unmarked<'a>(&'a AxisMove);

impl fmt::Display for Unmarked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AxisMove { axes, source, target } = self.0;
        write!(f, "{}: {source}->{target}", Braced(axes))
    }
}

impl fmt::Display for AxisMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "all_to_all_param{}", Unmarked(self))
    }
}

impl AxisMove {
    /// Reads `{"a"}: 0->1`.
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<AxisMove> {
        let AxisList(axes) = AxisList::parse(text)?;
        text.expect(":")?;
        let source = text.integer()?;
        text.expect("->")?;
        Ok(AxisMove { axes, source, target: text.integer()? })
    }
}

/// Moves of axes that happen together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AxisMoves(pub Vec<AxisMove>);

impl DialectAttr for AxisMoves {
    const DIALECT: &'static str = "sdy";
}

impl fmt::Display for AxisMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all_to_all_param_list[")?;
        list(f, &self.0.iter().map(Unmarked).collect::<Vec<_>>())?;
        f.write_str("]")
    }
}

impl AxisMoves {
    /// Reads `[{"a"}: 0->1]`.
    pub(super) fn parse(text: &mut AttrText<'_>) -> Read<AxisMoves> {
        text.list(("[", "]"), AxisMove::parse).map(AxisMoves)
    }
}
