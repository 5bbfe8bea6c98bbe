internal import SwiftSyntax

extension RelationCorrection {
  /// An object that is made without the others, inserted, and related to them then.
  func made(
    by token: TokenSyntax, in item: CodeBlockItemSyntax, _ model: String,
    _ taken: [RelationEvent.Taken]
  ) -> [String]? {
    guard let call = token.creation ?? token.implicitCreation, let parts = parts(of: call, taken),
      let others = others(parts, call, in: item)
    else { return nil }
    let arguments = TextEdit(range: call.argumentBytes, text: call.arguments(without: parts.cuts))
    let found =
      if let name = item.bindingName(of: call) {
        bound(to: name, item, arguments)
      } else {
        takenOut(call, of: item, model, arguments)
      }
    guard let owner = found else { return nil }
    let relations = zip(event.properties, others.spelled).flatMap { property, lines in
      ["\(owner.name).\(property) = \(lines[0])"] + lines.dropFirst()
    }
    var insertions: [[String]] = owner.insertion.map { [$0] } ?? []
    for lines in others.insertions where !insertions.contains(lines) { insertions.append(lines) }
    return others.makings + owner.making + insertions.joined() + relations + owner.rest
  }

  // MARK: The object

  /// How the object is made and inserted.
  private struct Owner {
    var name: String
    var making: [String]
    var insertion: [String]?
    var rest: [String] = []
  }

  private func bound(
    to name: String, _ item: CodeBlockItemSyntax, _ arguments: TextEdit
  ) -> Owner? {
    var owner = Owner(name: name, making: tree.lines(of: item, replacing: [arguments]))
    guard event.owner.isFresh else { return owner }
    if isInserted(event.owner.objects) {
      guard let move = move(event.owner.objects, before: item), move.anchor.id == item.id,
        means(move.item, theSameAt: item, isBehind: true)
      else { return nil }
      owner.insertion = tree.lines(of: move.item)
    } else {
      let named = Named(name: name, objects: event.owner.objects, isList: false, isPresent: true)
      guard let line = insertion(of: named, at: item, isBehind: true) else { return nil }
      owner.insertion = [line]
    }
    return owner
  }

  /// The object gets a name in a statement of its own.
  private func takenOut(
    _ call: FunctionCallExprSyntax, of item: CodeBlockItemSyntax, _ model: String,
    _ arguments: TextEdit
  ) -> Owner? {
    guard event.owner.isFresh, canTakeOut(ExprSyntax(call), of: item),
      let name = freeName(model.lowercasedFirst, in: item)
    else { return nil }
    var making = tree.lines(of: call, replacing: [arguments])
    making[0] = "let \(name) = \(making[0])"
    let rest = tree.lines(of: item, replacing: [TextEdit(range: call.bytes, text: name)])
    let insertions = event.owner.objects.flatMap(result.places.insertions)
    if !insertions.isEmpty {
      guard insertions.allSatisfy({ $0.isDirect && $0.position == tree.position(item) }),
        item.isCall(with: call)
      else { return nil }
      return Owner(name: name, making: making, insertion: rest)
    }
    guard item.staysWithOthers,
      let line = insertion(of: name, isList: false, at: item, isBehind: false)
    else { return nil }
    let isAll = item.isDiscarded(call)
    return Owner(name: name, making: making, insertion: [line], rest: isAll ? [] : rest)
  }

  // MARK: The arguments

  /// The arguments that relate, and what stands there instead of each.
  private struct Parts {
    var arguments: [LabeledExprSyntax]
    /// By place among all arguments.
    var cuts: [Int: String?]
  }

  private func parts(
    of call: FunctionCallExprSyntax, _ taken: [RelationEvent.Taken]
  ) -> Parts? {
    let all = Array(call.arguments)
    var parts = Parts(arguments: [], cuts: [:])
    for item in taken {
      guard all.indices.contains(item.argument) else { return nil }
      let argument = all[item.argument]
      guard !argument.expression.hasImplicitMember else { return nil }
      switch item.omission {
      case .leavingOut: parts.cuts.updateValue(nil, forKey: item.argument)
      case .passing(let value): parts.cuts.updateValue(value, forKey: item.argument)
      case .none: return nil
      }
      parts.arguments.append(argument)
    }
    return parts
  }

  /// What is done with the other objects.
  private struct Others {
    var makings: [String] = []
    var insertions: [[String]] = []
    /// How each is written where it is related.
    var spelled: [[String]] = []
  }

  private func others(
    _ parts: Parts, _ call: FunctionCallExprSyntax, in item: CodeBlockItemSyntax
  ) -> Others? {
    var others = Others()
    let reaches = call.ancestors.prefix { $0.id != item.id }.contains { $0.is(TryExprSyntax.self) }
    let waits = call.ancestors.prefix { $0.id != item.id }.contains { $0.is(AwaitExprSyntax.self) }
    for (end, argument) in zip(event.values, parts.arguments) {
      let value = argument.expression
      // A 'try' in front of the whole does not reach a line of its own.
      if reaches || waits, value.is(DeclReferenceExprSyntax.self) == false { return nil }
      var edits: [TextEdit] = []
      if end.isFresh {
        guard let subjects = subjects(of: end, in: item, list: value) else { return nil }
        for subject in subjects {
          guard let edit = add(subject, of: item, to: &others) else { return nil }
          edits += edit
        }
      }
      others.spelled.append(tree.lines(of: value, replacing: edits))
    }
    return others
  }

  private func add(
    _ subject: Subject, of item: CodeBlockItemSyntax, to others: inout Others
  ) -> [TextEdit]? {
    switch subject {
    case .made(let expression, let name, let isList):
      guard let line = insertion(of: name, isList: isList, at: item, isBehind: false) else {
        return nil
      }
      var lines = tree.lines(of: expression)
      lines[0] = "let \(name) = \(lines[0])"
      others.makings += lines
      others.insertions.append([line])
      return [TextEdit(range: expression.bytes, text: name)]
    case .named(let named):
      guard isInserted(named.objects) else {
        guard let line = insertion(of: named, at: item, isBehind: false) else { return nil }
        others.insertions.append([line])
        return []
      }
      guard let move = move(named.objects, before: item), move.anchor.id == item.id,
        means(move.item, theSameAt: item, isBehind: false)
      else { return nil }
      others.insertions.append(tree.lines(of: move.item))
      return []
    }
  }
}
