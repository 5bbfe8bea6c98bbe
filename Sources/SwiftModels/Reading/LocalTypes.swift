/// The types that are found inside functions while a file is read.
///
/// Those of tests and previews are left alone: what is wrong there does no harm, and the types would
/// not say that they belong there.
final class LocalTypes {
  /// The types, in their order.
  private(set) var found: [TypeFacts] = []
  private var isMuted = false

  /// Remembers a type.
  func add(_ type: TypeFacts) {
    let isModel = type.attributes.contains { $0.name == "Model" }
    if !isMuted, !isModel { found.append(type) }
  }

  /// Reads something whose types are left alone where that is said.
  func inside<Value>(tried isTried: Bool, _ read: () -> Value) -> Value {
    let outer = isMuted
    isMuted = isMuted || isTried
    defer { isMuted = outer }
    return read()
  }
}
