public import Diagnostics

/// The findings in a project's files at an earlier time, so that only new findings count.
///
/// A finding is old if an earlier finding has the same rule, file and message, whatever its line is. If the
/// file has been renamed, only the rule and the message are compared.
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

  /// The number of occurrences of each finding.
  private var counts: [Subject: Int] = [:]
  /// The number of occurrences in files that no longer exist, without the files' names.
  private var countsOfGone: [Subject: Int] = [:]
  private let name: (String) -> String
  private let wasThere: (String) -> Bool

  /// The findings of an earlier time.
  ///
  /// - Parameters:
  ///   - findings: The earlier findings.
  ///   - name: Returns the name by which files of both times are compared.
  ///   - wasThere: Returns whether a file with this name existed at the earlier time.
  ///   - isThere: Returns whether a file with this name exists now.
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

  /// Separates findings into new and old ones.
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
  /// Subtracts one from a count; returns false if the count is zero.
  fileprivate mutating func takeOne(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
