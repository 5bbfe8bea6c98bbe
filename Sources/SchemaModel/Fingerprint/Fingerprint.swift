internal import Digests

/// A value that Core Data would compute from a model, or the reason why it is unknown.
///
/// Core Data's formula is not published. The value is `known` if public stores confirm the formula for it;
/// otherwise nothing is guessed.
public enum Fingerprint<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value that Core Data itself computes.
  case known(Value)
  /// The reason why the value is unknown.
  case unknown(FingerprintObstacle)

  /// The value; nil if it is unknown.
  public var value: Value? {
    guard case .known(let value) = self else { return nil }
    return value
  }

  /// The reason why the value is unknown; nil if it is known.
  public var obstacle: FingerprintObstacle? {
    guard case .unknown(let obstacle) = self else { return nil }
    return obstacle
  }
}

/// An entity's version hash, or the reason why it is unknown.
public typealias VersionHashResult = Fingerprint<VersionHash>

/// The hash by which Core Data distinguishes the versions of an entity.
///
/// It covers everything that storage depends on: names, types, optionality, relationships, uniqueness and
/// inheritance. Defaults, delete rules, indexes, rules and documentation do not change it.
public struct VersionHash: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes, as a store's metadata holds them.
  public let bytes: [UInt8]

  /// A hash from its 32 bytes; nil for another number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// A hash from its 64 hexadecimal digits; nil for any other text.
  public init?(hexadecimal text: String) {
    guard let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// The SHA-256 digest of these bytes, as a version hash.
  init(hashing bytes: [UInt8]) { self.bytes = Digest.of(bytes) }

  /// The bytes as 64 hexadecimal digits.
  public var hexadecimal: String { bytes.hexadecimal }

  /// The bytes as 64 hexadecimal digits.
  public var description: String { hexadecimal }
}
