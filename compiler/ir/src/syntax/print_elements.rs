//! Printer of elements: `dense<…>`, `array<…>` and `sparse<…>`.
//!
//! If the number of elements exceeds a limit, they are omitted or printed in hexadecimal, as the printer's
//! options say.

use super::print::AttrPrinter;
use super::strings::{write_hex, write_quoted};
use crate::attributes::AttrKind;
use crate::dense::{DenseView, ElementLayout, read_bits};
use crate::float::write_float;
use crate::handles::{Attr, Type};
use crate::types::{FloatKind, Signedness, TypeKind};

impl AttrPrinter<'_> {
    /// Whether an attribute with elements of this type is too large to be printed.
    pub(super) fn elides(&self, ty: Type) -> bool {
        let Some(limit) = self.options.elide_elements_larger else { return false };
        self.ctx.type_kind(ty).num_elements().is_some_and(|n| n > limit)
    }

    pub(super) fn print_dense_array(&mut self, attr: Attr, elem: Type) {
        self.out.push_str("array<");
        self.print_type(elem);
        if let Some(view) = DenseView::new(self.ctx, attr).filter(|v| v.len > 0) {
            self.out.push_str(": ");
            self.separated(view.elements(), |p, bytes| p.print_element(&view.layout, bytes));
        }
        self.out.push('>');
    }

    pub(super) fn print_dense(&mut self, attr: Attr, ty: Type, splat: bool) {
        if !splat && self.elides(ty) {
            self.out.push_str("dense_resource<__elided__>");
            return;
        }
        self.out.push_str("dense<");
        self.print_dense_literal(attr, ty, true);
        self.out.push('>');
    }

    fn print_dense_literal(&mut self, attr: Attr, ty: Type, allow_hex: bool) {
        let Some(view) = DenseView::new(self.ctx, attr) else { return };
        if view.splat {
            self.print_element(&view.layout, view.data);
            return;
        }
        let hex = self.options.hex_elements_larger.filter(|_| allow_hex);
        if hex.is_some_and(|limit| view.len as u64 > limit) && view.layout.bytes() > 0 {
            self.out.push('"');
            if view.layout.is_bool {
                let mut bits = vec![0u8; view.len.div_ceil(8)];
                for (i, &b) in view.data.iter().enumerate() {
                    bits[i / 8] |= b << (i % 8);
                }
                write_hex(&mut self.out, &bits);
            } else {
                write_hex(&mut self.out, view.data);
            }
            self.out.push('"');
            return;
        }
        let dims = self.ctx.type_kind(ty).dims().unwrap_or(&[]);
        self.print_nested(dims, view.elements(), |p, bytes| p.print_element(&view.layout, bytes));
    }

    /// Prints elements in as many brackets as there are dimensions; nothing if there are no elements.
    fn print_nested<T>(
        &mut self,
        dims: &[i64],
        elements: impl Iterator<Item = T>,
        mut print: impl FnMut(&mut Self, T),
    ) {
        let mut any = false;
        for (i, element) in elements.enumerate() {
            any = true;
            // How many lists start with this element: as many as sizes, from the innermost on, divide its index.
            let mut rest = i as u64;
            let mut starts = 0;
            for &dim in dims.iter().rev() {
                if i > 0 && !rest.is_multiple_of(dim.unsigned_abs().max(1)) {
                    break;
                }
                rest /= dim.unsigned_abs().max(1);
                starts += 1;
            }
            if i > 0 {
                self.out.extend(std::iter::repeat_n(']', starts));
                self.out.push_str(", ");
            }
            self.out.extend(std::iter::repeat_n('[', starts));
            print(self, element);
        }
        if any {
            self.out.extend(std::iter::repeat_n(']', dims.len()));
        }
    }

    fn print_element(&mut self, layout: &ElementLayout, bytes: &[u8]) {
        if layout.parts == 2 {
            let (real, imaginary) = bytes.split_at(layout.part_bytes().min(bytes.len()));
            self.out.push('(');
            self.print_part(layout, real);
            self.out.push(',');
            self.print_part(layout, imaginary);
            self.out.push(')');
        } else {
            self.print_part(layout, bytes);
        }
    }

    fn print_part(&mut self, layout: &ElementLayout, bytes: &[u8]) {
        if let Some(kind) = layout.float {
            return self.print_float(kind, bytes);
        }
        if layout.part == self.ctx.i1() {
            return self.out.push_str(if bytes == [0] { "false" } else { "true" });
        }
        let unsigned =
            matches!(self.ctx.type_kind(layout.part), TypeKind::Integer { sign: Signedness::Unsigned, .. });
        self.print_integer(&crate::apint::ApInt::from_le_bytes(layout.width, bytes), !unsigned);
    }

    fn print_float(&mut self, kind: FloatKind, bytes: &[u8]) {
        write_float(&mut self.out, kind, read_bits(bytes));
    }

    pub(super) fn print_dense_strings(&mut self, ty: Type, splat: bool, values: &[Box<[u8]>]) {
        self.out.push_str("dense<");
        match values {
            [one] if splat => write_quoted(&mut self.out, one),
            _ => {
                let dims = self.ctx.type_kind(ty).dims().unwrap_or(&[]);
                self.print_nested(dims, values.iter(), |p, v| write_quoted(&mut p.out, v));
            }
        }
        self.out.push('>');
    }

    pub(super) fn print_sparse(&mut self, indices: Attr, values: Attr) {
        self.out.push_str("sparse<");
        let stored = |attr: Attr| match self.ctx.attr_kind(attr) {
            AttrKind::DenseElements { ty, .. } | AttrKind::DenseStrings { ty, .. } => Some(*ty),
            _ => None,
        };
        if let (Some(index_type), Some(value_type)) = (stored(indices), stored(values))
            && self.ctx.type_kind(value_type).num_elements() != Some(0)
        {
            // Of several, brackets say how many there are.
            let one = self.ctx.type_kind(value_type).num_elements() == Some(1);
            if !(one && self.print_equal(indices)) {
                self.print_list_unsplat(indices, index_type);
            }
            self.out.push_str(", ");
            if !(one && self.print_equal(values)) {
                self.print_list_unsplat(values, value_type);
            }
        }
        self.out.push('>');
    }

    /// Prints the element that all are equal to, if they are.
    fn print_equal(&mut self, attr: Attr) -> bool {
        if let AttrKind::DenseStrings { values, .. } = self.ctx.attr_kind(attr) {
            if let [one] = &values[..] {
                write_quoted(&mut self.out, one);
                return true;
            }
            return false;
        }
        let Some(view) = DenseView::new(self.ctx, attr) else { return false };
        let mut elements = view.elements();
        let Some(first) = elements.next().filter(|first| elements.all(|element| element == *first)) else {
            return false;
        };
        self.print_element(&view.layout, first);
        true
    }

    /// Prints all elements in their brackets, also those of a splat.
    fn print_list_unsplat(&mut self, attr: Attr, ty: Type) {
        let dims = self.ctx.type_kind(ty).dims().unwrap_or(&[]);
        if let AttrKind::DenseStrings { splat, values, .. } = self.ctx.attr_kind(attr) {
            let count = self.ctx.type_kind(ty).num_elements().unwrap_or(0) as usize;
            let all = (0..count).filter_map(|i| values.get(if *splat { 0 } else { i }));
            self.print_nested(dims, all, |p, v| write_quoted(&mut p.out, v));
        } else if let Some(view) = DenseView::new(self.ctx, attr) {
            self.print_nested(dims, view.elements(), |p, bytes| p.print_element(&view.layout, bytes));
        }
    }
}
