public import SQLite
public import StoreCreation
public import StoreMigration

/// The maker of new, empty stores.
///
/// ```swift
/// if let newest = history.newest {
///   try StoreCreator.create(at: "library.store", of: newest)
/// }
/// // 'library.store' exists, is empty, and has the newest version
/// ```
///
/// It never overwrites a file: it throws ``StoreCreationError`` instead.
public typealias StoreCreator = StoreCreation.StoreCreator

/// The reason why a store was not created: something has its name already.
///
/// ```swift
/// do {
///   try StoreCreator.create(at: "library.store", of: newest)
/// } catch let error as StoreCreationError {
///   error.message // 'library.store' exists, and nothing is overwritten
/// }
/// ```
public typealias StoreCreationError = StoreCreation.StoreCreationError

/// The facts about a store that can be found without writing.
///
/// ```swift
/// let inspection = Migrator(history: history).inspect("library.store")
/// inspection.identity?.version // 1.0.0
/// inspection.state             // .sound(1.0.0)
/// ```
public typealias StoreInspection = StoreMigration.StoreInspection

/// The state of a store, seen with the versions that the app knows.
///
/// ```swift
/// switch Migrator(history: history).inspect("library.store").state {
/// case .sound(let version): print("version \(version)")
/// case .newer(let version, _): print("version \(version) is of a newer app")
/// case let state: print(state.code) // such as 'drift': the same word that `migrate status` prints
/// }
/// ```
public typealias StoreState = StoreMigration.StoreState

/// The reason why a file could not be opened as a store.
///
/// ```swift
/// do {
///   _ = try StoreVerifier.verify(storeAt: "missing.store")
/// } catch let error as StoreOpenError {
///   error.message // there is no store at 'missing.store'
/// }
/// ```
public typealias StoreOpenError = SQLite.StoreOpenError
