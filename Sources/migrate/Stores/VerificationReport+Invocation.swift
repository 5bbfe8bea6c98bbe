internal import Diagnostics
internal import SchemaModel
internal import StoreLayout
internal import StoreMigration
internal import StoreReading
internal import StoreVerification

extension VerificationReport {
  /// Verifies a store, whichever program wrote it.
  static func on(
    _ path: String, _ options: VerificationOptions, _ invocation: Invocation
  ) throws -> VerificationReport {
    if let store = try PlatformStore.found(at: path, invocation) {
      return try StoreVerifier.verify(store, options: options)
    }
    var options = options
    options.history = try history(of: path, invocation)
    return try StoreVerifier.verify(storeAt: path, options: options)
  }

  /// The schema files, if the store identifies its model; problems of the store are reported later.
  private static func history(
    of path: String, _ invocation: Invocation
  ) throws -> SchemaHistory? {
    do {
      let glimpse = try StoreGlimpse(of: path, in: invocation)
      let history = try glimpse.optionalHistory(invocation)
      if let name = history?.newest?.schema.name, name != glimpse.identity.schema {
        throw Failure(.otherSchema(found: glimpse.identity.schema, expected: name), store: path)
      }
      return history
    } catch let failure as Failure {
      guard failure.diagnostics.contains(where: { $0.code == "damaged-store" }) else {
        throw failure
      }
      return nil
    }
  }
}
