internal import Digests
internal import SchemaModel

extension CompiledModelExport {
  /// The number of a type (`NSAttributeType`), and the class of its values.
  ///
  /// The class is nil if only a transformer knows it.
  static func form(
    of type: AttributeType, isElement: Bool
  ) -> (number: Int, className: String?) {
    let stored: AttributeType =
      if case .array = type { isElement ? .data : .transformable } else { type }
    let number = CompiledModelImport.types.first { $0.value == stored }?.key
    return (number ?? CompiledModelImport.compositeNumber, className(of: stored))
  }

  private static func className(of type: AttributeType) -> String? {
    switch type {
    case .bool, .int16, .int32, .int64, .float, .double: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .uuid: "NSUUID"
    case .url: "NSURL"
    case .data: "NSData"
    case .enumeration, .composite: "NSDictionary"
    case .array, .transformable: nil
    }
  }
}

extension CompiledModelExport {
  /// SwiftData's user info for an enumeration; nil for any other attribute.
  ///
  /// It marks the attribute as an enumeration, and lists the cases if they have no raw values.
  mutating func userInfo(of attribute: Attribute) -> PropertyList? {
    guard case .enumeration(let reference) = attribute.type else { return nil }
    var members = [("EnumType", writer.value(.bool(true)))]
    if case .named(let name) = reference, let enumeration = schema.enumeration(named: name),
      enumeration.rawType == .none
    {
      let cases = enumeration.cases.map { writer.text($0.name) }
      members.append(("enum", writer.list("NSArray", cases)))
    }
    return writer.dictionary("NSDictionary", members)
  }

  /// The default of an attribute; null if the default differs for each object, or if the type has parts.
  mutating func defaultValue(of attribute: Attribute) -> PropertyList {
    guard case .literal(let literal)? = attribute.defaultValue else {
      return KeyedArchiveWriter.null
    }
    switch (attribute.type, literal) {
    case (.bool, .bool(let isTrue)): return writer.value(.bool(isTrue))
    case (.int16, .int(let number)), (.int32, .int(let number)), (.int64, .int(let number)):
      return writer.value(.integer(number))
    case (.float, .double(let number)), (.double, .double(let number)):
      return writer.value(.real(number))
    case (.float, .int(let number)), (.double, .int(let number)):
      return writer.value(.real(Double(number)))
    case (.string, .string(let text)): return writer.text(text)
    case (.date, .date(let seconds)), (.date, .double(let seconds)):
      return writer.object("NSDate", ["NS.time": .real(seconds - coreDataEpoch)])
    case (.uuid, .string(let text)):
      let bytes = [UInt8](hexadecimal: text.filter { $0 != "-" }) ?? []
      return writer.object("NSUUID", ["NS.uuidbytes": .data(bytes)])
    case (.url, .string(let text)):
      return writer.object(
        "NSURL", ["NS.base": KeyedArchiveWriter.null, "NS.relative": writer.text(text)])
    case (.data, .data(let bytes)): return writer.value(.data(bytes))
    case (.decimal, .string(let text)): return decimal(text)
    case (.decimal, .int(let number)): return decimal("\(number)")
    case (.decimal, .double(let number)): return decimal("\(number)")
    default: return KeyedArchiveWriter.null
    }
  }

  /// A decimal number: eight words of 16 bits, the lowest first, an exponent of ten and a sign.
  ///
  /// A number with more digits than fit into 64 bits is left out.
  private mutating func decimal(_ text: String) -> PropertyList {
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    let digits = parts[0].drop { $0 == "-" || $0 == "+" }
    let fraction = digits.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    guard let exponent = parts.count > 1 ? Int64(parts[1]) : 0,
      let mantissa = UInt64(digits.filter { $0 != "." })
    else { return KeyedArchiveWriter.null }
    let words = (0..<8).map { place in
      place < 4 ? UInt16(truncatingIfNeeded: mantissa >> (16 * UInt64(place))) : 0
    }
    let bytes = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let length = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return writer.object(
      "NSDecimalNumberPlaceholder",
      [
        "NS.mantissa": .data(bytes), "NS.mantissa.bo": .integer(1),
        "NS.length": .integer(Int64(length)),
        "NS.exponent": .integer(exponent - Int64(fraction?.count ?? 0)),
        "NS.negative": .bool(text.hasPrefix("-") && mantissa != 0), "NS.compact": .bool(false),
      ])
  }
}
