public import Diagnostics

/// The findings in the files of a project as they were at an earlier time, so that only new ones
/// count.
///
/// A finding is the one of then where rule, file and message are the same, wherever it stands by
/// now. Of a file that has another name now, rule and message decide.
public struct PastFindings {
  /// A finding without its place in the file.
  fileprivate struct Subject: Hashable {
    var rule: String
    var file: String?
    var message: String

    init(_ diagnostic: Diagnostic, file: String?) {
      (rule, message) = (diagnostic.code, diagnostic.message)
      self.file = file
    }
  }

  /// How often each was found.
  private var counts: [Subject: Int] = [:]
  /// The same for files that are gone, without their names.
  private var countsOfGone: [Subject: Int] = [:]
  private let name: (String) -> String
  private let wasThere: (String) -> Bool

  /// The findings of then.
  ///
  /// The closures say by what name a file went then and now alike, and whether a file of such a
  /// name was there then, and is there now.
  public init(
    _ findings: [Diagnostic], name: @escaping (String) -> String,
    wasThere: @escaping (String) -> Bool, isThere: (String) -> Bool
  ) {
    self.name = name
    self.wasThere = wasThere
    for finding in findings {
      let file = finding.location.map { name($0.file) }
      if let file, !isThere(file) {
        countsOfGone[Subject(finding, file: nil), default: 0] += 1
      } else {
        counts[Subject(finding, file: file), default: 0] += 1
      }
    }
  }

  /// Tells findings apart: those that are new, and those that were there.
  public func divided<Found>(
    _ findings: [Found], _ diagnostic: (Found) -> Diagnostic
  ) -> (new: [Found], old: [Found]) {
    var (counts, countsOfGone) = (counts, countsOfGone)
    var (new, old): ([Found], [Found]) = ([], [])
    for finding in findings {
      let diagnostic = diagnostic(finding)
      let file = diagnostic.location.map { name($0.file) }
      let isKnown =
        if let file, !wasThere(file) {
          countsOfGone.takeOne(Subject(diagnostic, file: nil))
        } else {
          counts.takeOne(Subject(diagnostic, file: file))
        }
      if isKnown { old.append(finding) } else { new.append(finding) }
    }
    return (new, old)
  }
}

extension Dictionary<PastFindings.Subject, Int> {
  /// Counts one less; false where none is left.
  fileprivate mutating func takeOne(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
