import Foundation
import SchemaExchange
import TestSupport
import Testing

struct BinaryPropertyListTests {
  /// Foundation's values, as this reader gives them.
  static func value(_ object: Any) -> PropertyList? {
    switch object {
    case let text as String: .string(text)
    case let data as Data: .data(Array(data))
    case let date as Date: .date(date.timeIntervalSinceReferenceDate)
    case let number as Bool where type(of: object) == Bool.self: .bool(number)
    case let list as [Any]: .array(list.compactMap(value))
    case let members as [String: Any]: .dictionary(members.compactMapValues(value))
    case let number as NSNumber: number.propertyList
    default: nil
    }
  }

  @Test func `a list that Foundation writes is read as it was`() throws {
    let list: [String: Any] = [
      "text": "plain", "wide": "Ünï😀", "long": String(repeating: "x", count: 70_000),
      "empty": "", "data": Data([0, 255, 16]), "date": Date(timeIntervalSinceReferenceDate: 1.5),
      "list": [1, 255, 256, 65_536, -1, Int64.max, Int64.min], "real": [0.5, -1e300],
      "many": Array(repeating: "same", count: 300), "nested": ["a": ["b": ["c": "d"]]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    #expect(try BinaryPropertyList.value(of: Array(data)) == Self.value(list))
  }

  @Test func `a written list is read as it was, by Foundation too`() throws {
    let list = PropertyList.dictionary([
      "text": .string("plain"), "wide": .string("Ünï😀"), "empty": .string(""),
      "long": .string(String(repeating: "x", count: 70_000)), "data": .data([0, 255, 16]),
      "date": .date(1.5), "flags": .array([.bool(true), .bool(false)]), "none": .array([]),
      "numbers": .array(
        [0, 1, 255, 256, 65_536, 1 << 32, -1, .max, .min].map { .integer($0) } + [.real(-1e300)]),
      "many": .array((0..<300).map { .string("\($0)") }),
      "nested": .dictionary(["a": .dictionary(["b": .string("plain")])]),
    ])
    let bytes = BinaryPropertyList.bytes(of: list)
    #expect(try BinaryPropertyList.value(of: bytes) == list)
    let read = try PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
    #expect(Self.value(read) == list)
    let numbers = PropertyList.array([.uid(0), .uid(300), .uid(70_000)])
    #expect(try BinaryPropertyList.value(of: BinaryPropertyList.bytes(of: numbers)) == numbers)
  }

  @Test func `every truncation and every changed byte is refused or read, and never a crash`()
    throws
  {
    let list: [String: Any] = ["a": [1, 2.5, "three"], "b": Data([1]), "c": ["d": "e"]]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let bytes = Array(data)
    var refused = 0
    for count in 0..<bytes.count {
      do throws(BinaryPropertyList.Problem) {
        _ = try BinaryPropertyList.value(of: Array(bytes.prefix(count)))
      } catch { refused += 1 }
    }
    #expect(refused == bytes.count)
    for position in bytes.indices {
      for change in [0xFF, 0x0F, 0x00, 0xD5, 0xA1, 0x5F, 0x6F, 0x1F] as [UInt8] {
        var damaged = bytes
        damaged[position] = change
        do throws(BinaryPropertyList.Problem) {
          _ = try BinaryPropertyList.value(of: damaged)
        } catch { refused += 1 }
      }
    }
    #expect(refused > bytes.count)
  }

  @Test func `a list that holds itself is refused`() {
    let bytes =
      Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(throws: BinaryPropertyList.Problem.cycle) { try BinaryPropertyList.value(of: bytes) }
  }
}

extension NSNumber {
  fileprivate var propertyList: PropertyList {
    let number = doubleValue
    return number == number.rounded() && abs(number) < 1e19 && self == NSNumber(value: int64Value)
      ? .integer(int64Value) : .real(number)
  }
}
