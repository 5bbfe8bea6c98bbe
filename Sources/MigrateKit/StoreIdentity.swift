/// The schema and the version that a store says it holds.
///
/// ```swift
/// let identity: StoreIdentity? = Migrator(history: history).inspect("library.store").identity
/// identity?.schema  // "Epilogue"
/// identity?.version // 1.0.0
/// ```
///
/// It is no alias, because its module has a type of the module's own name, for which Swift takes the
/// part before the point.
@_exported public import struct StoreLayout.StoreIdentity
