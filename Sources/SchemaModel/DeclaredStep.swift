/// Work on rows that already have their values, with a list of what it may change.
///
/// ```yaml
/// steps:
///   - {sql: "UPDATE Book SET title = trim(title)", touches: [Book.title]}
///   - {closure: normalizeTitles, on: Book, touches: [Book.title]}
/// ```
public struct DeclaredStep: Hashable, Sendable {
  /// The kinds of work.
  public enum Work: Hashable, Sendable {
    /// SQLite: one statement over the tables of the new version.
    case sql(String)
    /// The app that embeds the kit: a closure that it registered under this name.
    ///
    /// The closure gets the objects of one entity of the new version, and read-only objects of entities of
    /// the previous version.
    case closure(String, on: String, reads: [String])
  }

  /// The work of the step.
  public var work: Work
  /// The parts of the model that the step may change.
  ///
  /// `Book.title` stands for the values of a property. `Book` stands for everything about the entity's
  /// objects, which the step may then also create and delete.
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
    /// The property; nil for the objects themselves.
    public var property: String?
  }

  /// The parts of the model that the step may change, parsed from ``touches``.
  public var reaches: [Reach] {
    touches.map { name in
      guard let dot = name.firstIndex(of: ".") else { return Reach(entity: name) }
      return Reach(
        entity: String(name[..<dot]), property: String(name[name.index(after: dot)...]))
    }
  }

  /// The name of the closure; nil if the step is a statement.
  public var closure: String? {
    switch work {
    case .sql: nil
    case .closure(let name, on: _, reads: _): name
    }
  }

  /// The kind and the name of the step, without an article: `closure 'normalizeTitles'`.
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
