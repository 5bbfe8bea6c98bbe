/// A consequence of a migration for objects, values or links that are not simply carried over.
///
/// ```swift
/// let effects: [Effect] = try Migrator(history: history).plan(for: "library.store").effects
/// effects.map(\.message)           // ["lost: 412 values of Book.pages"]
/// effects.compactMap(\.approval)   // ["drop-attribute:Book.pages"]
/// effects.filter(\.needsApproval)  // those that are refused without it
/// ```
///
/// These words approve the effects, in ``MigrationOptions``.
///
/// This is not an alias, for the same reason as ``StoreIdentity``.
@_exported public import struct StoreLayout.Effect
