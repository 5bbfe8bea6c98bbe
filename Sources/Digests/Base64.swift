#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Array<UInt8> {
  /// The bytes in Base64, RFC 4648 section 4, with padding.
  public var base64: String { Data(self).base64EncodedString() }

  /// The bytes that a Base64 text spells; nil where it spells none.
  public init?(base64 text: String) {
    guard let data = Data(base64Encoded: text) else { return nil }
    self = Array(data)
  }
}
