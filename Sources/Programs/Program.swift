#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Finds and runs other programs.
package enum Program {
  /// The end and the output of a program.
  package struct Result: Hashable, Sendable {
    /// The exit status; 128 plus the number of the signal if a signal ended the program.
    package var status: Int32
    /// The standard output of the program.
    package var output: [UInt8]
    /// The standard error of the program, if it was captured.
    package var errors: [UInt8]

    /// Creates a result from its parts.
    package init(status: Int32, output: [UInt8], errors: [UInt8] = []) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// Runs a program to its end, in the environment of this process with additional variables.
  ///
  /// The program reads the input file or, without one, the standard input of this process. Its standard error
  /// is passed on to the standard error of this process, or captured as part of the result.
  ///
  /// - Throws: why the program could not be started, or its output not be read.
  package static func run(
    _ path: String, _ arguments: [String], variables: [String: String] = [:],
    input: String? = nil, showingErrors: Bool = true
  ) throws(ProgramError) -> Result {
    let output = try Pipe()
    let errors = showingErrors ? nil : try Pipe()
    let pipes = [output, errors].compactMap(\.self)
    defer { for pipe in pipes { pipe.close() } }
    let child = try start(
      path, arguments, variables, input: input, output: output, errors: errors)
    for pipe in pipes { pipe.closeWritingEnd() }
    // The child is waited for even if reading fails, so that no process is left behind.
    let contents: [[UInt8]]
    do throws(ProgramError) {
      contents = try Pipe.contents(of: pipes)
    } catch {
      _ = end(of: child)
      throw error
    }
    return Result(
      status: end(of: child), output: contents[0], errors: errors == nil ? [] : contents[1])
  }

  private static func start(
    _ path: String, _ arguments: [String], _ variables: [String: String], input: String?,
    output: Pipe, errors: Pipe?
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
    if let errors {
      unsafe posix_spawn_file_actions_adddup2(&actions, errors.writingEnd, STDERR_FILENO)
      unsafe posix_spawn_file_actions_addclose(&actions, errors.readingEnd)
    }
    if let input {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    }
    // Signals that this process blocks, to wait for them in a thread, must still end the child.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t? = nil
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    let added = unsafe variables.sorted { $0.key < $1.key }.map { name, value in
      unsafe strdup("\(name)=\(value)")
    }
    defer { unsafe added.forEach { unsafe free($0) } }
    var settings = unsafe environment(without: variables) + added + [nil]
    var child: pid_t = 0
    let code = unsafe posix_spawn(&child, path, &actions, &attributes, &words, &settings)
    guard code == 0 else { throw ProgramError(path: path, code: code) }
    return child
  }

  /// The environment of this process, byte for byte, without some variables.
  private static func environment(
    without variables: [String: String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var kept = unsafe [UnsafeMutablePointer<CChar>?]()
    var next = unsafe UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?(environ)
    while let setting = unsafe next?.pointee {
      let name = unsafe String(cString: setting).prefix { $0 != "=" }
      if variables[String(name)] == nil { unsafe kept.append(setting) }
      unsafe next = unsafe next?.advanced(by: 1)
    }
    return unsafe kept
  }

  private static func end(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

/// The reason why a program could not be run.
package struct ProgramError: Error, Hashable, Sendable {
  /// The path of the program.
  package let path: String
  /// The system's number for the reason: a value of `errno`.
  package let code: Int32

  /// The message: what is wrong.
  package var message: String {
    "'\(path)' cannot be run: \(unsafe String(cString: strerror(code)).lowercased())"
  }
}

/// A pipe, each end of which is closed once.
private final class Pipe {
  /// The name of a pipe in errors.
  private static let name = "pipe"
  private(set) var readingEnd: Int32 = -1
  private(set) var writingEnd: Int32 = -1

  init() throws(ProgramError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw ProgramError(path: Self.name, code: errno) }
    (readingEnd, writingEnd) = (ends[0], ends[1])
    // Programs that other threads start must not inherit the pipe and keep it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  /// Reads several pipes to their end at the same time, so that none of them fills up.
  static func contents(of pipes: [Pipe]) throws(ProgramError) -> [[UInt8]] {
    var results = pipes.map { _ in [UInt8]() }
    var ends = pipes.map { pollfd(fd: $0.readingEnd, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    while ends.contains(where: { $0.fd >= 0 }) {
      if unsafe poll(&ends, nfds_t(ends.count), -1) < 0 {
        if errno == EINTR { continue }
        throw ProgramError(path: name, code: errno)
      }
      for position in ends.indices where ends[position].revents != 0 {
        let count = unsafe read(ends[position].fd, &buffer, buffer.count)
        if count > 0 {
          results[position] += buffer[..<count]
        } else if count == 0 {
          // From now on, `poll` skips it.
          ends[position].fd = -1
        } else if errno != EINTR {
          throw ProgramError(path: name, code: errno)
        }
      }
    }
    return results
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

/// The system's `close`, which methods of the same name hide.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
