#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The system's clock.
public enum SystemClock {
  /// The time of day, in seconds since 1970.
  @Sendable public static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The local time of day: `14:03:22`.
  package static func timeOfDay() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map { part in
      (part < 10 ? "0" : "") + String(part)
    }.joined(separator: ":")
  }

  /// Waits for some seconds.
  package static func sleep(_ seconds: Double) {
    var time = timespec()
    time.tv_sec = .init(seconds)
    time.tv_nsec = .init((seconds - seconds.rounded(.down)) * 1e9)
    unsafe nanosleep(&time, nil)
  }
}
