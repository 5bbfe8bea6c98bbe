internal import Diagnostics

extension [String] {
  /// The names of a model's versions, the oldest first.
  ///
  /// Xcode names the first version like the model, and numbers the others. The version with the model's name
  /// is therefore the first, or else the only version without a number. The others follow in natural order.
  func inOrder(ofVersionsOf model: String) -> [String] {
    let names = sorted(by: NaturalOrder.precedes)
    let unnumbered = names.filter { !$0.contains(where: \.isNumber) }
    let first = names.contains(model) ? model : unnumbered.count == 1 ? unnumbered[0] : nil
    return first.map { first in [first] + names.filter { $0 != first } } ?? names
  }
}
