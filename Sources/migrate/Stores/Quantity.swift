/// A number with its noun: `1 object`, `2 objects`.
func quantity(_ number: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
