import Testing

@testable import Threads

struct ShelfTests {
  @Test func `each key gets its own value, however many were asked for before`() {
    let shelf = Shelf<Int, String>(room: 2)
    for key in [1, 2, 1, 3, 2, 1, 1] { #expect(shelf.value(for: key) { "\(key)" } == "\(key)") }
  }

  @Test func `a value is made again only when other values were requested since`() {
    let shelf = Shelf<Int, Int>(room: 2)
    var made: [Int] = []
    for key in [1, 2, 1, 3, 1, 2] {
      _ = shelf.value(for: key) {
        made.append(key)
        return key
      }
    }
    #expect(made == [1, 2, 3, 2])
  }

  @Test func `threads that ask at the same time all get their own value`() async {
    let shelf = Shelf<Int, Int>(room: 2)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask { shelf.value(for: number % 5) { number % 5 } == number % 5 }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
