/// The types that are found inside functions while a file is read.
///
/// Those of tests and previews are left alone: what is wrong there does no harm, and the types would
/// not say that they belong there.
final class LocalTypes {
  /// The types in their order, those of one function together: they know one another.
  private(set) var found: [[TypeFacts]] = []
  private var isMuted = false
  private var depth = 0
  private var isGroupBegun = false

  /// Remembers a type.
  func add(_ type: TypeFacts) {
    let isModel = type.attributes.contains { $0.name == "Model" }
    guard !isMuted, !isModel else { return }
    if isGroupBegun { found[found.count - 1].append(type) } else { found.append([type]) }
    isGroupBegun = depth > 0
  }

  /// Reads something whose types are left alone where that is said.
  func inside<Value>(tried isTried: Bool, _ read: () -> Value) -> Value {
    let outer = isMuted
    isMuted = isMuted || isTried
    depth += 1
    defer {
      isMuted = outer
      depth -= 1
      if depth == 0 { isGroupBegun = false }
    }
    return read()
  }
}
