//! Record linkage: who in one file is who in another?
