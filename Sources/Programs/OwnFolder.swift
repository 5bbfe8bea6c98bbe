internal import Files

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension Program {
  /// The file that this program was started from, with all links followed; nil where the system
  /// does not say.
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

  /// The value of a variable of the environment; nil where it is not set or empty.
  package static func environmentValue(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The file of a program that is called by its name, in the first folder of the search path that
  /// has it; nil where none has.
  package static func file(named name: String) -> String? {
    (environmentValue("PATH") ?? "/usr/bin:/bin").split(separator: ":")
      .map { FilePath.join(String($0), name) }
      .first { FileStatus(path: $0)?.kind == .file && FileSystem.isExecutable($0) }
  }
}
