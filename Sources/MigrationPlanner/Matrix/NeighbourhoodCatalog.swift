/// Assigns equal neighbourhoods the same number.
struct NeighbourhoodCatalog {
  private var numbers: [Neighbourhood: Int] = [:]
  private var neighbourhoods: [Neighbourhood] = []

  /// The number of a neighbourhood; a new number if no equal one is known.
  mutating func number(of neighbourhood: Neighbourhood) -> Int {
    if let number = numbers[neighbourhood] { return number }
    numbers[neighbourhood] = neighbourhoods.count
    neighbourhoods.append(neighbourhood)
    return neighbourhoods.count - 1
  }

  /// The neighbourhood with a number.
  subscript(number: Int) -> Neighbourhood { neighbourhoods[number] }
}
