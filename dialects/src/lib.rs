//! What a program may say: every op, type and attribute, declared once.
