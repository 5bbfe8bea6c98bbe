/// Whether a character controls a terminal or breaks a line, and cannot be seen.
package func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  // Line and paragraph separators; marks that change the direction of the text around them.
  case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
  // Noncharacters, which XML and YAML refuse.
  case 0xFFFE, 0xFFFF: true
  default: false
  }
}

/// A text in which terminal control characters are made visible: `\u{1B}`.
///
/// Names and values come from files and stores of unknown origin. Line breaks and tabs are kept.
package func printable(_ text: String) -> String {
  func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    isUnprintable(scalar) && scalar != "\n" && scalar != "\t"
  }
  // Most texts are ASCII and long, and their bytes are read faster than their characters.
  let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
    bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }
  }
  guard isPlain != true, text.unicodeScalars.contains(where: isHidden) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isHidden(scalar) {
      result += "\\u{" + hexadecimal(scalar.value) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A number in upper-case hexadecimal digits, with leading zeros.
package func hexadecimal(_ number: UInt32, digits: Int = 1) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
