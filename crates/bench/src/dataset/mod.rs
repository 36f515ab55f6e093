//! Datasets on disk.
