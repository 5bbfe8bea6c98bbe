internal import CZlib

/// There is not enough memory for the state of a zlib stream.
public struct OutOfMemory: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}

extension UnsafeMutablePointer<z_stream> {
  /// A new stream, initialized by a function of zlib at its final address.
  static func gzip(
    _ begin: (UnsafeMutablePointer<z_stream>) -> Int32
  ) throws(OutOfMemory) -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe begin(stream) == Z_OK else {
      unsafe stream.deallocate()
      throw OutOfMemory()
    }
    return unsafe stream
  }
}
