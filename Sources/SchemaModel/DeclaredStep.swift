/// Work on rows that have their values already, with what it may change.
///
/// ```yaml
/// steps:
///   - {sql: "UPDATE Book SET title = trim(title)", touches: [Book.title]}
///   - {closure: normalizeTitles, on: Book, touches: [Book.title]}
/// ```
public struct DeclaredStep: Hashable, Sendable {
  /// Who does the work.
  public enum Work: Hashable, Sendable {
    /// SQLite: one statement over the tables of the new version.
    case sql(String)
    /// The app that embeds the kit: a closure that it registered under this name, given the objects
    /// of an entity of the new version, and those of entities of the version before to look at.
    case closure(String, on: String, reads: [String])
  }

  /// Who does the work.
  public var work: Work
  /// What it may change: `Book.title` for the values of a property, `Book` for anything about the
  /// objects of an entity, which then may also come and go.
  public var touches: [String]

  /// A step from its parts.
  public init(_ work: Work, touches: [String]) {
    self.work = work
    self.touches = touches
  }
}

extension DeclaredStep {
  /// A part of a model that a step may change.
  public struct Reach: Hashable, Sendable {
    /// The entity.
    public var entity: String
    /// The property; nil for its objects as such.
    public var property: String?
  }

  /// What it may change, entity by entity.
  public var reaches: [Reach] {
    touches.map { name in
      guard let dot = name.firstIndex(of: ".") else { return Reach(entity: name) }
      return Reach(
        entity: String(name[..<dot]), property: String(name[name.index(after: dot)...]))
    }
  }

  /// The name of the closure, if one does the work.
  public var closure: String? {
    switch work {
    case .sql: nil
    case .closure(let name, on: _, reads: _): name
    }
  }

  /// What the step is, to stand behind an article: `closure 'normalizeTitles'`.
  public var title: String {
    switch work {
    case .sql(let sql):
      "statement '\(sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))'"
    case .closure(let name, on: _, reads: _): "closure '\(name)'"
    }
  }
}

extension DeclaredStep: CustomStringConvertible {
  /// The step in one line: `closure 'normalizeTitles' on Book, touching Book.title`.
  public var description: String {
    switch work {
    case .sql: "\(title), touching \(touches.joined(separator: ", "))"
    case .closure(_, on: let entity, let reads):
      "\(title) on \(entity)" + (reads.isEmpty ? "" : " beside \(reads.joined(separator: ", "))")
        + ", touching \(touches.joined(separator: ", "))"
    }
  }
}
