internal import Files

extension [String] {
  /// The names of a model's versions, the oldest first.
  ///
  /// Xcode calls the first version as the model is called, and numbers the others. So the version of
  /// that name comes first, or else the only one without a number; the others follow in natural order.
  func inOrder(ofVersionsOf model: String) -> [String] {
    let names = sorted(by: NaturalOrder.precedes)
    let unnumbered = names.filter { !$0.contains(where: \.isNumber) }
    let first = names.contains(model) ? model : unnumbered.count == 1 ? unnumbered[0] : nil
    return first.map { first in [first] + names.filter { $0 != first } } ?? names
  }
}
