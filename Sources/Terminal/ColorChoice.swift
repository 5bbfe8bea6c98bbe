#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The choice when messages are coloured.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set or the terminal is a dumb terminal.
  case auto
  /// Always, also in files and pipes.
  case always
  /// Never.
  case never

  /// Whether to use colours on a stream.
  package func colors(_ stream: StandardStream) -> Bool {
    colors(isTerminal: stream.isTerminal, noColor: variable("NO_COLOR"), term: variable("TERM"))
  }

  /// Whether to use colours, depending on the environment; see <https://no-color.org>.
  package func colors(isTerminal: Bool, noColor: String?, term: String?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    }
  }

  private func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
