public import Diagnostics
public import SchemaLint
public import SchemaModel
internal import SchemaYAML

/// Turns the fixes of findings into edits of files.
public struct FixWriter {
  private let histories: [SchemaHistory]
  /// The errors of files in which some words could not be read.
  private let unread: [Diagnostic]
  private let read: (String) -> String?
  private var editors: [String: YAMLEditor?] = [:]

  /// A writer for the linted versions, which reads their files.
  ///
  /// A part with a word that could not be read is not edited, because the meaning of the word is unknown.
  public init(
    _ histories: [SchemaHistory], unread: [Diagnostic] = [], read: @escaping (String) -> String?
  ) {
    self.histories = histories
    self.unread = unread.filter { $0.severity == .error }
    self.read = read
  }

  /// The edits that repair a finding.
  ///
  /// The result is nil if the finding has no fix, or if the fix cannot be written without changing something
  /// else.
  public mutating func textFix(of judged: JudgedFinding) -> TextFix? {
    guard var fix = judged.finding.fix else { return nil }
    fix.edits = answered(judged) + fix.edits
    let document = document(of: judged)
    guard let edits = edits(of: fix, judged, document), isInPlace(edits, judged, document),
      unreadPlace(near: fix, edits, document) == nil
    else { return nil }
    let safety: TextFix.Safety = fix.safety == .safe ? .safe : .unsafe
    if !touch(edits) { return TextFix(safety, edits.sorted { $0.start < $1.start }) }
    return oneAfterAnother(fix, judged, document).map { TextFix(safety, $0) }
  }

  /// The edits that remove the comment with the question that the fix of a finding answers, from the last
  /// line on.
  private func answered(_ judged: JudgedFinding) -> [Fix.Edit] {
    guard let file = judged.diagnostic.location?.file, let text = read(file) else { return [] }
    let question = OpenQuestion.all(in: text, file: file).first {
      $0.text == OpenQuestion.text(of: judged.diagnostic)
    }
    return (question?.lines ?? 0..<0).reversed().map {
      .removeLine(at: SourceLocation(file: file, line: $0, column: 1))
    }
  }

  /// All edits of a fix, without duplicates; nil if one of them cannot be made.
  private mutating func edits(
    of fix: Fix, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> [TextFix.Edit]? {
    var edits: [TextFix.Edit] = []
    for edit in fix.edits {
      guard let found = self.edits(for: edit, judged, document) else { return nil }
      edits += found.filter { !edits.contains($0) }
    }
    return edits
  }

  /// The place of an unread word on a line, or in a part, that the fix edits; nil if the fix is safe
  /// from such words.
  private func unreadPlace(
    near fix: Fix, _ edits: [TextFix.Edit], _ document: SchemaDocument?
  ) -> SourceLocation? {
    let files = Set(edits.map(\.start.file))
    let places = unread.compactMap(\.location).filter { files.contains($0.file) }
    guard !places.isEmpty else { return nil }
    let parts = fix.edits.compactMap(\.path).flatMap { document?.sources.locations(in: $0) ?? [] }
    return places.first { place in
      edits.contains { $0.start.file == place.file && $0.lines.contains(place.line) }
        || parts.contains { $0.file == place.file && $0.line == place.line }
    }
  }

  /// The document with the part of a finding; several models may have a document of the same version.
  private func document(of judged: JudgedFinding) -> SchemaDocument? {
    let candidates = histories.compactMap { history in judged.version.flatMap { history[$0] } }
    let location = judged.diagnostic.location
    if case .part(let path) = judged.finding.place,
      let found = candidates.first(where: { $0.sources.location(of: path) == location })
    {
      return found
    }
    return candidates.first { $0.file == location?.file }
      ?? (candidates.count == 1 ? candidates[0] : nil)
  }

  /// Whether the edits are in the right file: a finding in the file of one version is not repaired in the
  /// file of an earlier version that declares the part.
  private func isInPlace(
    _ edits: [TextFix.Edit], _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> Bool {
    guard case .part(let path) = judged.finding.place, let document,
      let location = judged.diagnostic.location,
      document.sources.location(of: path) != location
    else { return true }
    return edits.allSatisfy { $0.start.file == location.file }
  }

  /// Whether two of the edits share a place.
  private func touch(_ edits: [TextFix.Edit]) -> Bool {
    edits.indices.contains { (left: Int) in
      edits[..<left].contains { $0.touches(edits[left]) }
    }
  }
}

extension TextFix.Edit {
  /// The lines that the edit changes.
  fileprivate var lines: ClosedRange<Int> {
    start.line...max(start.line, end.column > 1 ? end.line : end.line - 1)
  }

  /// Whether two edits touch, so that one of them may not find the text that it was made for.
  func touches(_ other: Self) -> Bool {
    start.file == other.start.file && start <= other.end && other.start <= end
  }
}

// MARK: - Where an edit is made

extension FixWriter {
  private mutating func edits(
    for edit: Fix.Edit, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> [TextFix.Edit]? {
    switch edit {
    case .set(let key, let value, let path):
      return edits(
        .set(key: key, value: value.asText, in: path.components), at: path, judged, document)
    case .unset(let key, let path):
      return edits(.unset(key: key, in: path.components), at: path, judged, document)
    case .append(let value, let path):
      return edits(
        .append(value: value, to: path.components), at: path.parent ?? path, judged, document)
    case .rename(let path, let name):
      return edits(.rename(path.components, to: name), at: path, judged, document)
    case .move(let key, let other, let path):
      return edits(.move(key: key, before: other, in: path.components), at: path, judged, document)
    case .remove(let value, let path): return removal(of: value, from: path, judged, document)
    case .removeComment(let place): return lines(of: place.file)?.removalOfComment(at: place)
    case .removeLine(let place): return lines(of: place.file)?.removalOfLine(at: place)
    case .replace(let word, let other, let place):
      return lines(of: place.file)?.replacement(of: word, with: other, at: place)
    }
  }

  /// The edits in the file that declares a part.
  ///
  /// The file must contain the whole path of the part.
  ///
  /// Only a migration may be added if it does not exist.
  private mutating func edits(
    _ edit: YAMLEdit, at path: SchemaPath, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> [TextFix.Edit]? {
    guard let file = file(of: path, judged, document), let editor = editor(of: file),
      path.isOfMigration || editor.depth(of: path.components) == path.components.count
    else { return nil }
    return editor.edits(for: edit)
  }

  /// The file in which a part is edited: the file of the finding if it has a place in a file, such as a test;
  /// else the file that declares the part.
  private func file(
    of path: SchemaPath, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> String? {
    if case .location(let location) = judged.finding.place { return location.file }
    guard let document else { return nil }
    let declared = path.isOfMigration ? nil : document.sources.location(of: path)?.file
    return declared ?? document.file
  }

  /// The reason why the fix of a finding cannot be written; nil if it can be written or does not exist.
  ///
  /// A part with an anchor is used in several places, and an edit would change all of them.
  public mutating func hindrance(to judged: JudgedFinding) -> String? {
    let document = document(of: judged)
    if let fix = judged.finding.fix, let edits = edits(of: fix, judged, document),
      let place = unreadPlace(near: fix, edits, document)
    {
      return "no fix is written before \(place) is corrected"
    }
    let paths = (judged.finding.fix?.edits ?? []).compactMap(\.path)
    let shared = paths.first { path in
      guard let file = file(of: path, judged, document), let editor = editor(of: file) else {
        return false
      }
      return editor.isShared(path.components)
    }
    return shared.map {
      "no fix is written, as an anchor makes '\($0)' stand in several places: write it by hand"
    }
  }

  /// The edits that remove a value from the list of the finding, and the equivalent declaration.
  private mutating func removal(
    of value: String, from path: SchemaPath, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> [TextFix.Edit]? {
    let file = judged.diagnostic.location?.file ?? document?.file
    guard let editor = file.flatMap({ editor(of: $0) }) else { return nil }
    let isInitializer = path.components.last == "initializer"
    let inList = editor.edits(
      for: .remove(value: value, from: path.components, keepingEmptyList: isInitializer))
    guard path.components.last == "indexes", let entity = path.parent else { return inList }
    // An index that is declared both ways is one index, and is reported at the attribute.
    let attribute = entity.appending("attributes", String(value.dropFirst().dropLast()))
    let atAttribute = editor.edits(for: .unset(key: "indexed", in: attribute.components))
    let edits = (atAttribute ?? []) + (inList ?? [])
    return edits.isEmpty ? nil : edits
  }
}

// MARK: - Texts

extension FixWriter {
  private mutating func editor(of file: String) -> YAMLEditor? {
    if let known = editors[file] { return known }
    let editor = read(file).flatMap { YAMLEditor(text: $0, file: file) }
    editors[file] = .some(editor)
    return editor
  }

  private func lines(of file: String) -> TextLines? { read(file).map { TextLines($0) } }

  /// The edits of a fix whose edits touch, applied one after another and merged into edits of whole lines.
  private func oneAfterAnother(
    _ fix: Fix, _ judged: JudgedFinding, _ document: SchemaDocument?
  ) -> [TextFix.Edit]? {
    var texts: [String: String] = [:]
    for edit in fix.edits {
      let current = texts
      var writer = FixWriter(histories) { [read] in current[$0] ?? read($0) }
      guard let edits = writer.edits(for: edit, judged, document) else { return nil }
      for (file, edits) in Dictionary(grouping: edits, by: \.start.file) {
        guard let text = texts[file] ?? read(file), let edited = TextLines(text).applying(edits)
        else { return nil }
        texts[file] = edited
      }
    }
    return texts.sorted { $0.key < $1.key }.flatMap { file, text in
      TextDifference(from: read(file) ?? "", to: text).edits(of: file)
    }
  }
}

extension SchemaPath {
  /// Whether the path leads to a part of the migration, which is in the version's own file.
  fileprivate var isOfMigration: Bool { components.first == "migration" }
}

extension String {
  /// A word that YAML reads as null, in quotes, because it is a name here.
  fileprivate var asText: String {
    ["null", "Null", "NULL", "~"].contains(self) ? "\"\(self)\"" : self
  }
}

extension TextLines {
  /// The edits that remove the comment at a place, with its whole line if nothing else is on the line.
  fileprivate func removalOfComment(at place: SourceLocation) -> [TextFix.Edit]? {
    guard let offset = offset(of: place), offset < scalars.count, scalars[offset] == "#" else {
      return nil
    }
    var start = offset
    while start > startOfLine(at: offset), scalars[start - 1] == " " || scalars[start - 1] == "\t" {
      start -= 1
    }
    if start == startOfLine(at: offset) { return removalOfLine(at: place) }
    return [removal(start..<endOfLine(at: offset), in: place.file)]
  }

  /// The edits that remove the line of a place.
  fileprivate func removalOfLine(at place: SourceLocation) -> [TextFix.Edit]? {
    guard let offset = offset(of: place) else { return nil }
    return [removal(startOfLine(at: offset)..<startOfNextLine(at: offset), in: place.file)]
  }

  /// The edits that replace the word at a place; nil if another word is there.
  fileprivate func replacement(
    of word: String, with other: String, at place: SourceLocation
  ) -> [TextFix.Edit]? {
    guard let offset = offset(of: place),
      scalars[offset...].starts(with: word.unicodeScalars)
    else { return nil }
    return [edit(offset..<offset + word.unicodeScalars.count, in: place.file, other)]
  }

  private func removal(_ range: Range<Int>, in file: String) -> TextFix.Edit {
    edit(range, in: file, "")
  }

  private func edit(_ range: Range<Int>, in file: String, _ text: String) -> TextFix.Edit {
    TextFix.Edit(
      from: location(of: range.lowerBound, in: file),
      to: location(of: range.upperBound, in: file), text)
  }
}
