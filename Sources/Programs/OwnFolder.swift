internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Program {
  /// The file of this program, with all links followed; nil if the system does not report it.
  package static var ownFile: String? {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
      return FileSystem.resolved(
        String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    #else
      let link = "/proc/self/exe"
      let file = FileSystem.resolved(link)
      return file == link ? nil : file
    #endif
  }

  /// The value of an environment variable; nil if it is missing or empty.
  package static func environmentValue(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The file of a program in the first folder of the search path that has it; nil if it is not found.
  package static func file(named name: String) -> String? {
    (environmentValue("PATH") ?? "/usr/bin:/bin").split(separator: ":")
      .map { FilePath.join(String($0), name) }
      .first { FileStatus(path: $0)?.kind == .file && FileSystem.isExecutable($0) }
  }
}
