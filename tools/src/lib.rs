//! What the three command line tools share.
