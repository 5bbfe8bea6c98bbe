/// The schema and the version in a store, as the store itself records them.
///
/// ```swift
/// let identity: StoreIdentity? = Migrator(history: history).inspect("library.store").identity
/// identity?.schema  // "Epilogue"
/// identity?.version // 1.0.0
/// ```
///
/// This is not an alias: its module has a type with the module's own name, and Swift would take the part
/// before the dot for that type.
@_exported public import struct StoreLayout.StoreIdentity
