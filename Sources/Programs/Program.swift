#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Other programs: where they are, and what they print.
package enum Program {
  /// How a program ended, and what it printed.
  package struct Result: Hashable, Sendable {
    /// Its exit status; the number of the signal and 128 more where one ended it.
    package var status: Int32
    /// What it wrote to its standard output.
    package var output: [UInt8]

    /// A result from its parts.
    package init(status: Int32, output: [UInt8]) {
      self.status = status
      self.output = output
    }
  }

  /// Runs a program to its end, with the standard error and the environment of this one.
  ///
  /// - Throws: why it could not be started, or not be read from.
  package static func run(
    _ path: String, _ arguments: [String]
  ) throws(ProgramError) -> Result {
    let pipe = try Pipe()
    defer { pipe.close() }
    let child = try start(path, arguments, output: pipe)
    pipe.closeWritingEnd()
    // The child is waited for even where reading fails: nothing is left behind.
    let output: [UInt8]
    do throws(ProgramError) {
      output = try pipe.contents()
    } catch {
      _ = end(of: child)
      throw error
    }
    return Result(status: end(of: child), output: output)
  }

  private static func start(
    _ path: String, _ arguments: [String], output: Pipe
  ) throws(ProgramError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writingEnd, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, output.readingEnd)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, path, &actions, nil, &words, environ)
    guard code == 0 else { throw ProgramError(path: path, code: code) }
    return child
  }

  private static func end(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// Why a program could not be run.
package struct ProgramError: Error, Hashable, Sendable {
  /// The program.
  package let path: String
  /// The system's number for the reason: a value of `errno`.
  package let code: Int32

  /// What is wrong.
  package var message: String {
    "'\(path)' cannot be run: \(unsafe String(cString: strerror(code)).lowercased())"
  }
}

/// Two ends of a pipe, each closed once.
private final class Pipe {
  /// What a failure calls it.
  private static let name = "pipe"
  private(set) var readingEnd: Int32 = -1
  private(set) var writingEnd: Int32 = -1

  init() throws(ProgramError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw ProgramError(path: Self.name, code: errno) }
    (readingEnd, writingEnd) = (ends[0], ends[1])
    // Programs that other threads start must not keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func contents() throws(ProgramError) -> [UInt8] {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(readingEnd, &buffer, buffer.count)
      if count == 0 { return result }
      if count > 0 {
        result += buffer[..<count]
      } else if errno != EINTR {
        throw ProgramError(path: Self.name, code: errno)
      }
    }
  }

  func closeWritingEnd() {
    if writingEnd >= 0 { _ = closeDescriptor(writingEnd) }
    writingEnd = -1
  }

  func close() {
    closeWritingEnd()
    if readingEnd >= 0 { _ = closeDescriptor(readingEnd) }
    readingEnd = -1
  }
}

/// The system's `close`, which the methods of that name hide.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
