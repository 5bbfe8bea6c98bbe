/// Uses every name of `MigrateKit` once, as an app would, and expects what its page promises.
///
/// `LibraryPageTests` compares the names in these files with those that the module has.
public struct Tour {
  let schemas: String
  let folder: String

  /// A tour with the schema files of a folder; it leaves stores and backups in another one.
  public init(schemas: String, folder: String) {
    (self.schemas, self.folder) = (schemas, folder)
  }

  /// Goes everywhere.
  public func run() throws {
    let history = try readSchemas()
    let store = try createStore(of: history)
    try importBooks(into: store)
    let backup = try backUp(store)
    try plan(history, for: store)
    try stop(history, at: store)
    try migrate(history, store)
    try verify(store)
    try verifyNothing(in: store)
    try restore(backup, history)
    try repair(store)
    try prune(store)
    try runClosure()
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// Something that is not as its page says.
struct Unexpected: Error {
  let claim: String
}

func expect(_ isTrue: Bool, _ claim: String) throws {
  guard isTrue else { throw Unexpected(claim: claim) }
}

/// Does what must fail with an error of a type, and returns that.
func failure<Failure: Error>(
  _ type: Failure.Type, _ claim: String, _ work: () throws -> Void
) throws -> Failure {
  do {
    try work()
  } catch let error as Failure {
    return error
  }
  throw Unexpected(claim: claim)
}
