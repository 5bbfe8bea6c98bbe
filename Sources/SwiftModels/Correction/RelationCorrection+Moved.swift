internal import SwiftSyntax

extension RelationCorrection {
  /// A statement that relates, behind those that insert.
  func moved(_ item: CodeBlockItemSyntax) -> [String]? {
    var named: [Named] = []
    var makings: [(lines: [String], name: String, isList: Bool)] = []
    var edits: [TextEdit] = []
    for end in event.ends where end.isFresh {
      guard let subjects = subjects(of: end, in: item, list: item.related) else { return nil }
      for subject in subjects {
        switch subject {
        case .named(let found): named.append(found)
        case .made(let expression, let name, let isList):
          guard !makings.contains(where: { $0.name == name }) else { return nil }
          var lines = tree.lines(of: expression)
          lines[0] = "let \(name) = \(lines[0])"
          makings.append((lines, name, isList))
          edits.append(TextEdit(range: expression.bytes, text: name))
        }
      }
    }
    guard !named.isEmpty || !makings.isEmpty, let moves = moves(named, before: item) else {
      return nil
    }
    let anchor = moves.compactMap(\.?.anchor).min { $0.position < $1.position } ?? item
    guard anchor.id == item.id || makings.isEmpty else { return nil }
    var insertions: [[String]] = []
    for (subject, move) in zip(named, moves) {
      guard let lines = lines(inserting: subject, move, at: anchor) else { return nil }
      if !insertions.contains(lines) { insertions.append(lines) }
    }
    for making in makings {
      guard
        let line = insertion(of: making.name, isList: making.isList, at: item, isBehind: false)
      else { return nil }
      insertions.append([line])
    }
    let isAlone = makings.isEmpty && moves.allSatisfy { $0 != nil }
    guard isAlone || anchor.staysWithOthers else { return nil }
    return makings.flatMap(\.lines) + insertions.joined()
      + tree.lines(of: anchor, replacing: edits)
  }

  /// Where the source inserts each of these; nil inside where it does not, and altogether where what
  /// it does cannot be moved.
  private func moves(_ named: [Named], before item: CodeBlockItemSyntax) -> [Move?]? {
    var result: [Move?] = []
    for subject in named {
      guard isInserted(subject.objects) else {
        result.append(nil)
        continue
      }
      guard let move = move(subject.objects, before: item) else { return nil }
      result.append(move)
    }
    return result
  }

  private func lines(
    inserting subject: Named, _ move: Move?, at anchor: CodeBlockItemSyntax
  ) -> [String]? {
    guard let move else {
      return insertion(of: subject, at: anchor, isBehind: false).map { [$0] }
    }
    guard means(move.item, theSameAt: anchor, isBehind: false) else { return nil }
    return tree.lines(of: move.item)
  }
}
