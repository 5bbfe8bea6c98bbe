/// A fact that can be written as bytes, and read from them again.
protocol Packable {
  /// Writes it.
  func pack(into packing: inout Packing)

  /// Reads it.
  init(from unpacking: inout Unpacking)
}

extension Bool: Packable {
  func pack(into packing: inout Packing) { packing.put(number: self ? 1 : 0) }

  init(from unpacking: inout Unpacking) { self = unpacking.number() == 1 }
}

extension Int: Packable {
  // A small number takes few bytes, on either side of nought.
  func pack(into packing: inout Packing) {
    packing.put(number: UInt64(bitPattern: Int64((self << 1) ^ (self >> (Int.bitWidth - 1)))))
  }

  init(from unpacking: inout Unpacking) {
    let number = unpacking.number()
    self = Int(bitPattern: UInt(number >> 1)) ^ -Int(number & 1)
  }
}

extension String: Packable {
  func pack(into packing: inout Packing) { packing.put(name: self) }

  init(from unpacking: inout Unpacking) { self = unpacking.name() }
}

extension Position: Packable {
  func pack(into packing: inout Packing) { packing.put(place: self) }

  init(from unpacking: inout Unpacking) { self = unpacking.place() }
}

extension Optional: Packable where Wrapped: Packable {
  func pack(into packing: inout Packing) {
    packing.put(self != nil)
    if let value = self { packing.put(value) }
  }

  init(from unpacking: inout Unpacking) {
    let isThere: Bool = unpacking.take()
    self = isThere ? unpacking.take() as Wrapped : nil
  }
}

extension Array: Packable where Element: Packable {
  func pack(into packing: inout Packing) {
    packing.put(number: UInt64(count))
    for element in self { packing.put(element) }
  }

  init(from unpacking: inout Unpacking) {
    let count = Int(unpacking.number())
    self = []
    reserveCapacity(count)
    for _ in 0..<count { append(unpacking.take()) }
  }
}
