internal import CZlib

/// There is no memory left for what zlib has to remember of a stream.
public struct OutOfMemory: Error, Hashable, Sendable {
  /// The only one that there is.
  public init() {}
}

extension UnsafeMutablePointer<z_stream> {
  /// A new stream that was begun by a function of zlib, at the address that it keeps.
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
