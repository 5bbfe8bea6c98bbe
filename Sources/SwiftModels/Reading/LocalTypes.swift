/// The types inside functions, collected while a file is read.
///
/// Types of tests and previews are skipped. Mistakes there do no harm, and the types do not show that they
/// belong there.
final class LocalTypes {
  /// The types in their order; the types of one function form one array, because they see one another.
  private(set) var found: [[TypeFacts]] = []
  private var isMuted = false
  private var depth = 0
  private var isGroupBegun = false

  /// Adds a type, unless types are skipped or it is a model.
  func add(_ type: TypeFacts) {
    let isModel = type.attributes.contains { $0.name == "Model" }
    guard !isMuted, !isModel else { return }
    if isGroupBegun { found[found.count - 1].append(type) } else { found.append([type]) }
    isGroupBegun = depth > 0
  }

  /// Reads a part of a file, and skips its types if it belongs to a test or preview.
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
