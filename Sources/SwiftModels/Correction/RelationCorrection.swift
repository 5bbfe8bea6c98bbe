internal import SwiftSyntax

/// The lines to write instead of a relation that comes too soon: the source's own statements, in the
/// order in which they do what they mean.
///
/// All of them are words of the source but for `let name =`, `name.property =` and what inserts an
/// object that nothing inserts yet. Where anything is in doubt, there are no lines.
struct RelationCorrection {
  let event: RelationEvent
  let result: FlowResult
  let tree: SourceTree
  let program: SourceProgram
  /// What begins at the place, and the statement that it is part of.
  private let place: (token: TokenSyntax, item: CodeBlockItemSyntax)?

  /// What to write instead of a relation of a function.
  init(event: RelationEvent, result: FlowResult, tree: SourceTree, program: SourceProgram) {
    self.event = event
    self.result = result
    self.tree = tree
    self.program = program
    place = tree.token(at: event.position).flatMap { token in
      token.statement.map { (token, $0) }
    }
  }

  /// More lines than that say less than a sentence.
  private static let limit = 14

  /// The lines; nil where it is not certain that they mend all of it.
  ///
  /// Whether they are Swift is for ``SourceTree/parsing(_:)`` to say, of all lines for a file at once.
  var lines: [String]? {
    guard let (token, item) = place, !makesOthers else { return nil }
    let found: [String]?
    switch event.way {
    case .initializer(let model, let taken):
      found = made(by: token, in: item, program[model].facts.name, taken)
    case .assignment, .addition, .helper: found = moved(item)
    }
    return found.flatMap { $0.count <= Self.limit ? $0 : nil }
  }

  /// Whether the statement makes an object that was lost sight of and that the lines would leave as it
  /// is: the argument of a function that no file declares, for one.
  var makesOthers: Bool {
    // What a function makes that relates is not what it relates here.
    guard let item = place?.item, !event.isByHelper, !result.unfollowed.isEmpty else {
      return false
    }
    let start = tree.position(item)
    return result.unfollowed.contains { position in
      position >= start && item.bytes.contains(tree.offset(of: position))
    }
  }

  // MARK: Objects that are inserted first

  /// Objects that have to be inserted before they are related.
  enum Subject {
    /// Those that a name of the source stands for.
    case named(Named)
    /// Those that an expression makes, which gets a name.
    case made(ExprSyntax, name: String, isList: Bool)
  }

  /// Objects that a name of the source stands for.
  struct Named {
    var name: String
    var objects: Set<FlowObject>
    var isList: Bool
    var isPresent: Bool
  }

  /// What has to be inserted of one end of the relation.
  ///
  /// A list that is made on the way is `list` itself.
  func subjects(
    of end: RelationEvent.End, in item: CodeBlockItemSyntax, list: ExprSyntax?
  ) -> [Subject]? {
    if let text = end.text {
      return [
        .named(
          Named(
            name: text, objects: end.objects, isList: end.isCollection, isPresent: end.isPresent))
      ]
    }
    // What is made on one way only must not be made on all.
    guard !end.isOneOfSeveral else { return nil }
    let objects = end.objects.sorted { $0.id < $1.id }
    if let expression = making(objects, end, in: item, list) {
      let name = freeName(for: expression, end, in: item)
      return name.map { [.made(expression, name: $0, isList: end.isCollection)] }
    }
    let names = objects.compactMap(result.name)
    let known = Set(item.references.map(\.baseName.plain))
    guard !names.isEmpty, names.count == objects.count, known.isSuperset(of: names) else {
      return nil
    }
    return zip(names, objects).map { name, object in
      .named(Named(name: name, objects: [object], isList: false, isPresent: false))
    }
  }

  /// The expression of a statement that makes all of these objects.
  private func making(
    _ objects: [FlowObject], _ end: RelationEvent.End, in item: CodeBlockItemSyntax,
    _ list: ExprSyntax?
  ) -> ExprSyntax? {
    let places = objects.compactMap { result.places.makings[$0] }
    guard !places.isEmpty, places.count == objects.count,
      objects.allSatisfy({ result.places.insertions(of: $0).isEmpty })
    else { return nil }
    let tokens = places.compactMap(tree.token)
    guard tokens.count == places.count,
      tokens.allSatisfy({ item.bytes.contains($0.bytes.lowerBound) })
    else { return nil }
    // Where what is related may be absent, nothing may be made.
    guard !item.hasQuestion else { return nil }
    if end.isCollection {
      return list.flatMap { list in
        tokens.allSatisfy { list.bytes.contains($0.bytes.lowerBound) } ? list : nil
      }
    }
    return tokens.count == 1
      ? tokens[0].making(isPresent: end.isPresent).map { ExprSyntax($0) } : nil
  }

  /// A name for what an expression makes that nothing around it has.
  func freeName(
    for expression: ExprSyntax, _ end: RelationEvent.End, in item: CodeBlockItemSyntax
  ) -> String? {
    guard canTakeOut(expression, of: item) else { return nil }
    if end.isCollection {
      return event.values.firstIndex(of: end).flatMap { place in
        freeName(event.properties[place], in: item)
      }
    }
    let models = end.objects.compactMap(result.model)
    return models.first.flatMap { freeName(program[$0].facts.name.lowercasedFirst, in: item) }
  }

  /// The name, or one made of it, if the function does not know it yet.
  func freeName(_ name: String, in item: CodeBlockItemSyntax) -> String? {
    guard let around = item.memberAround else { return nil }
    let taken = tree.ownNames(in: around)
    let other = "new" + name.prefix(1).uppercased() + name.dropFirst()
    return [name, other].first { !taken.contains($0) }
  }

  // MARK: Insertion

  /// A statement of the source that inserts objects, and the one that it has to stand before.
  struct Move {
    var item: CodeBlockItemSyntax
    var anchor: CodeBlockItemSyntax
  }

  /// Whether the function inserts objects somewhere.
  func isInserted(_ objects: Set<FlowObject>) -> Bool {
    objects.contains { !result.places.insertions(of: $0).isEmpty }
  }

  /// The statement that inserts all of these objects behind a statement, in the same block or one
  /// around it.
  func move(_ objects: Set<FlowObject>, before item: CodeBlockItemSyntax) -> Move? {
    let firsts = objects.map { object in
      result.places.insertions(of: object).first { $0.position > event.position }
    }
    guard let found = firsts.first, let first = found, first.isDirect,
      firsts.allSatisfy({ $0 == first })
    else { return nil }
    let tokens = [first.position].compactMap(tree.token)
    for list in item.ancestors.compactMap({ $0.as(CodeBlockItemListSyntax.self) }) {
      guard let anchor = list.first(where: { $0.bytes.overlaps(item.bytes) }) else { continue }
      for token in tokens where token.bytes.lowerBound >= anchor.bytes.upperBound {
        guard let found = list.first(where: { $0.bytes.contains(token.bytes.lowerBound) }) else {
          continue
        }
        return found.onlyInserts(at: token) ? Move(item: found, anchor: anchor) : nil
      }
      // What is done in a closure or function is not done around it.
      if list.parent?.is(ClosureExprSyntax.self) ?? true { return nil }
      if list.parent?.parent?.is(FunctionDeclSyntax.self) ?? true { return nil }
    }
    return nil
  }

  /// Whether all names of a statement stand for the same before or behind another one.
  func means(
    _ item: CodeBlockItemSyntax, theSameAt anchor: CodeBlockItemSyntax, isBehind: Bool
  ) -> Bool {
    let names = isBehind ? anchor.localNamesBehind : anchor.localNames
    return item.references.allSatisfy { reference in
      let name = reference.baseName.plain
      let here = reference.localName(name)
      if let here, item.bytes.contains(here.bytes.lowerBound) { return true }
      return here?.declaration == names.first { $0.name == name }?.declaration
    }
  }

  /// The line that inserts objects which nothing inserts yet.
  func insertion(
    of named: Named, at anchor: CodeBlockItemSyntax, isBehind: Bool
  ) -> String? {
    let names = isBehind ? anchor.localNamesBehind : anchor.localNames
    guard let known = names.first(where: { $0.name == named.name }), named.fits(known.kind) else {
      return nil
    }
    return insertion(of: named.name, isList: named.isList, at: anchor, isBehind: isBehind)
  }

  /// The line that inserts what a name stands for.
  func insertion(
    of name: String, isList: Bool, at anchor: CodeBlockItemSyntax, isBehind: Bool
  ) -> String? {
    guard anchor.takesStatements, !anchor.isConditional,
      let context = ContextAtHand(tree, calls: result.places.contextCalls)
        .expression(at: anchor, isBehind: isBehind)
    else { return nil }
    return isList ? "\(name).forEach { \(context).insert($0) }" : "\(context).insert(\(name))"
  }

  /// Whether a part of a statement can be worked out before it.
  func canTakeOut(_ expression: ExprSyntax, of item: CodeBlockItemSyntax) -> Bool {
    guard !expression.hasImplicitMember else { return false }
    for node in expression.ancestors {
      if node.id == item.id { return true }
      if let sequence = node.as(SequenceExprSyntax.self) {
        guard sequence.assigned != nil else { return false }
      } else if !node.isCarriedOutAtOnce {
        return false
      }
    }
    return false
  }
}

extension RelationCorrection.Named {
  /// Whether a name that is declared so stands for objects that can be inserted.
  fileprivate func fits(_ kind: LocalName.Kind) -> Bool {
    switch kind {
    case .one: !isList
    case .list: isList
    case .result: isPresent
    case .context, .other: false
    }
  }
}

extension String {
  /// The text with its first letter in lower case.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
