import Foundation
import TestSupport

/// An undertaking that is tried again and again, each time with another thing going wrong.
final class DiskTrial {
  private let undertaking: Undertaking
  private let workshop: Workshop
  private let notes: TemporaryFolder
  private let before: DiskImage
  /// The contents before and after an undisturbed run.
  private let old: String
  private let new: String
  /// The operations of an undisturbed run on the disk.
  private let log: DiskLog
  private var disk: URL { workshop.folder.appending(path: "disk") }
  /// Where disks are looked at that no command works on.
  private var aside: URL { workshop.folder.appending(path: "aside") }

  init(_ undertaking: Undertaking) throws {
    self.undertaking = undertaking
    workshop = try Workshop()
    notes = try TemporaryFolder()
    before = try undertaking.prepare(workshop)
    let (disk, log) = (workshop.folder.appending(path: "disk"), notes.url.appending(path: "log"))
    try before.write(to: disk)
    old = try undertaking.result(disk)
    try before.write(to: disk)
    let run = try workshop.start(
      [Workshop.tool] + undertaking.command,
      environment: FaultyDisk.environment(folder: disk, log: log)
    ).finish()
    guard run.status == 0 else { throw Unexpected(run) }
    self.log = try DiskLog(of: log)
    new = try undertaking.result(disk)
    guard old != new else { throw Unexpected(run) }
  }

  private func run(_ fault: FaultyDisk.Fault? = nil) throws -> (run: Run, log: DiskLog) {
    let log = notes.url.appending(path: "log")
    try? FileManager.default.removeItem(at: log)
    let environment = try FaultyDisk.environment(folder: disk, log: log, fault: fault)
    let run = try workshop.start(
      [Workshop.tool] + undertaking.command, environment: environment
    ).finish()
    return (run, try DiskLog(of: log))
  }
}

// MARK: - Faults

extension DiskTrial {
  /// The last locks of an undisturbed run, each of which fails: the locks of its commit.
  var lastLocks: [FaultyDisk.Fault] {
    (max(1, log.locks - 11)...max(1, log.locks)).map {
      FaultyDisk.Fault(kind: .lock, number: $0, error: "EIO", lasts: false)
    }
  }

  /// The problems after a run in which one operation failed; nil if no operation did, because the
  /// run has fewer.
  func problems(after fault: FaultyDisk.Fault) throws -> [String]? {
    try before.write(to: disk)
    let (run, log) = try run(fault)
    guard log.faults > 0 else { return nil }
    let image = try DiskImage(of: disk)
    // A file that cannot be removed at all is reported, and stays.
    let isTold = fault.kind == .remove && fault.lasts
    let problems = ending(run, image, fault) + (try nextRun(mayLeaveDrafts: isTold))
    return problems.map { "\(undertaking.name), \(fault): \($0)\n\(run.error)" }
  }

  private func ending(_ run: Run, _ image: DiskImage, _ fault: FaultyDisk.Fault) -> [String] {
    let statement: [String] =
      run.status == 0 || fault.causes.contains { (run.output + run.error).contains($0) }
      ? [] : ["the message does not name the cause"]
    let allowed: [String] =
      switch run.status {
      case 0: [new]
      case 1 where undertaking.tellsWhatIsLeft: [new]
      case 2 where undertaking.endsWithItsResult: [old, new]
      case 2, 3, 4: [old]
      case 5: [old, new]
      default: []
      }
    return statement + standing(of: image, allowed).map { "exit status \(run.status), \($0)" }
  }

  /// Whatever went wrong, the same command succeeds once the disk is sound, and clears away what
  /// was left.
  private func nextRun(mayLeaveDrafts: Bool = false) throws -> [String] {
    let (run, _) = try run()
    guard run.status == 0 else {
      return ["the next run ends with \(run.status): \(run.error)"]
    }
    let image = try DiskImage(of: disk)
    let leftovers = image.files.keys.filter { name in
      [".partial", "-journal", ".migrate-lock", ".restoring", ".tmp"].contains {
        name.hasSuffix($0) && !(mayLeaveDrafts && $0 == ".partial")
      }
    }
    return standing(of: image, [new], withCompanions: false).map { "the next run: \($0)" }
      + leftovers.sorted().map { "'\($0)' is left" }
  }

  private func standing(
    of image: DiskImage, _ allowed: [String], withCompanions: Bool = true
  ) -> [String] {
    do {
      try image.write(to: aside)
      let found = try undertaking.result(aside)
      guard allowed.contains(found) else { return ["there is:\n\(found)"] }
      return found == new && withCompanions ? try undertaking.companions(aside) : []
    } catch {
      return ["it cannot be read: \(error)"]
    }
  }
}

// MARK: - Power cuts

extension DiskTrial {
  /// The problems after power cuts at that many instants, spread over the run and with its end, and the
  /// number of cuts that were tried.
  ///
  /// The next command runs on a part of the resulting disks, at this interval.
  func problems(
    atInstants count: Int, goingOnFromEvery step: Int, seed: UInt64
  ) throws -> (tried: Int, [String]) {
    let stride = max(1, log.operations.count / count)
    var disk = TracedDisk(before)
    var problems: [String] = []
    var tried = 0
    var seen: Set<DiskImage> = []
    for (number, operation) in log.operations.enumerated() {
      disk.apply(operation)
      let isLast = number == log.operations.count - 1
      guard number % stride == 0 || isLast else { continue }
      let cuts: [TracedDisk.Cut] = [
        .losesAll, .losesNothing, .byChance(seed: seed &+ UInt64(number)),
      ]
      for cut in cuts {
        tried += 1
        let image = disk.image(after: cut)
        guard seen.insert(image).inserted || isLast else { continue }
        // Once the command has said that it is done, it is done for good.
        var found = standing(of: image, isLast ? [new] : [old, new])
        if seen.count % step == 0 { found += try nextRun(on: image) }
        problems += found.map {
          "\(undertaking.name), cut \(cut) behind operation \(number + 1), "
            + "\(operation.summary): \($0)"
        }
      }
    }
    return (tried, problems)
  }

  private func nextRun(on image: DiskImage) throws -> [String] {
    try image.write(to: disk)
    return try nextRun()
  }
}

extension DiskLog.Operation {
  /// The operation without what it writes.
  fileprivate var summary: String {
    if case .write(let file, let offset, let bytes) = self {
      "write of \(bytes.count) bytes at \(offset) to \(file)"
    } else {
      "\(self)"
    }
  }
}
