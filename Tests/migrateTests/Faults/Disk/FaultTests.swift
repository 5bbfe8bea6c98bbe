import TestSupport
import Testing

/// Every operation on the disk fails once, and the power fails at every instant: what is written is
/// the old or the new, whole, and the message names the cause.
///
/// Here a few of them are tried, and all with `TORTURE=1` in the environment.
@Suite(.enabled(if: FaultyDisk.isAvailable, "LD_PRELOAD is Linux's"))
struct FaultTests {
  @Test(arguments: Undertaking.all)
  func `an operation that fails loses nothing, and is reported`(_ undertaking: Undertaking) throws {
    let trial = try DiskTrial(undertaking)
    var tried = 0
    var problems: [[String]] = []
    for (position, kind) in FaultyDisk.Kind.allCases.enumerated() {
      for (error, lasts) in kind.failures {
        // Of every kind another few, so that all parts of a run have their turn.
        for number in Self.numbers(startingAt: position) {
          let fault = FaultyDisk.Fault(kind: kind, number: number, error: error, lasts: lasts)
          guard let found = try trial.problems(after: fault) else { break }
          tried += 1
          if !found.isEmpty { problems.append(found) }
        }
      }
    }
    Torture.report("faults during \(undertaking.name)", tried: tried, failed: problems.count)
    #expect(tried > 0)
    #expect(problems.joined().joined(separator: "\n") == "")
  }

  /// Among all operations these are few, and what SQLite reports of them is that COMMIT failed.
  @Test(arguments: [Undertaking.migration, .repair])
  func `a lock that cannot be given back after the commit undoes nothing`(
    _ undertaking: Undertaking
  ) throws {
    let trial = try DiskTrial(undertaking)
    let problems = try trial.lastLocks.flatMap { try trial.problems(after: $0) ?? [] }
    #expect(problems.joined(separator: "\n") == "")
  }

  /// What stands in a log counts for the next one to open the store, flushed or not.
  @Test func `a commit to a log that is not flushed is undone, or keeps its files`() throws {
    let trial = try DiskTrial(.migrationOfLog)
    var tried = 0
    for number in 1..<100 {
      let fault = FaultyDisk.Fault(kind: .sync, number: number, error: "EIO", lasts: true)
      guard let problems = try trial.problems(after: fault) else { break }
      tried += 1
      #expect(problems.joined(separator: "\n") == "")
    }
    #expect(tried > 0)
  }

  @Test(arguments: Undertaking.all)
  func `a power cut at any instant leaves the old or the new content`(_ undertaking: Undertaking)
    throws
  {
    let trial = try DiskTrial(undertaking)
    let (tried, problems) = try trial.problems(
      atInstants: Torture.isAskedFor ? .max : 14, goingOnFromEvery: Torture.isAskedFor ? 3 : 20,
      seed: 7)
    Torture.report("power cuts during \(undertaking.name)", tried: tried, failed: problems.count)
    #expect(tried > 0)
    #expect(problems.joined(separator: "\n") == "")
  }

  /// The numbers of the operations that fail, in turn, until a run has fewer operations.
  private static func numbers(startingAt position: Int) -> some Sequence<Int> {
    Torture.isAskedFor
      ? stride(from: 1, to: 100_000, by: 1) : stride(from: 1 + position, to: 100_000, by: 397)
  }
}
