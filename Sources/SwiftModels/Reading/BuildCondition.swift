internal import SwiftSyntax

/// The known truth of an `#if` condition, without the build that decides it.
///
/// Models run on Apple's platforms, and any of these may be meant. A condition on one of them may therefore
/// hold, and a condition on another system fails. Flags may or may not be set, except `DEBUG`, which no
/// release sets. No release runs in the simulator.
enum BuildCondition: Equatable {
  /// True in every build of an app that has models.
  case holds
  /// True in no build.
  case fails
  /// Decided by the build; with the text of the condition.
  case depends(String)

  /// Evaluates a condition, for releases only or for all builds.
  init(_ condition: ExprSyntax, inRelease isRelease: Bool = false) {
    self.init(condition, Builds(isRelease: isRelease))
  }

  /// Evaluates a condition for all releases outside Mac Catalyst, which is no platform by itself.
  static func inMostReleases(_ condition: ExprSyntax) -> Self {
    Self(condition, Builds(isRelease: true, isCatalyst: false))
  }

  /// The builds for which a condition is evaluated.
  private struct Builds {
    /// Whether the builds are releases.
    var isRelease: Bool
    /// Whether the builds are for Mac Catalyst; nil if only some are.
    var isCatalyst: Bool?
  }

  private init(_ condition: ExprSyntax, _ builds: Builds) {
    switch Self.truth(condition, builds) {
    case true?: self = .holds
    case false?: self = .fails
    case nil: self = .depends(condition.trimmedDescription)
    }
  }

  private static func truth(_ expression: ExprSyntax, _ builds: Builds) -> Bool? {
    if builds.isRelease, expression.as(DeclReferenceExprSyntax.self)?.baseName.text == "DEBUG" {
      return false
    }
    if let literal = expression.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.tokenKind == .keyword(.true)
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return truth(prefix.expression, builds).map { !$0 }
    }
    if let tuple = expression.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return truth(only.expression, builds)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return truth(of: Array(sequence.elements), builds)
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return truth(of: call, builds) }
    return nil
  }

  /// The truth of `a && b || c`, in which `&&` binds more tightly.
  private static func truth(of elements: [ExprSyntax], _ builds: Builds) -> Bool? {
    let alternatives = elements.split { isOperator($0, "||") }.map { terms in
      terms.split { isOperator($0, "&&") }.map {
        $0.count == 1 ? truth($0[$0.startIndex], builds) : nil
      }
    }
    let values: [Bool?] = alternatives.map { terms in
      if terms.contains(false) { return false }
      return terms.contains(nil) ? nil : true
    }
    if values.contains(true) { return true }
    return values.contains(nil) ? nil : false
  }

  private static func isOperator(_ expression: ExprSyntax, _ text: String) -> Bool {
    expression.as(BinaryOperatorExprSyntax.self)?.operator.text == text
  }

  private static func truth(of call: FunctionCallExprSyntax, _ builds: Builds) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os", "platform":
      return ["Linux", "Windows", "Android", "WASI", "FreeBSD", "OpenBSD", "none"]
        .contains(argument) ? false : nil
    case "canImport": return ["SwiftData", "Foundation", "SwiftUI"].contains(argument) ? true : nil
    case "swift", "compiler": return argument.hasPrefix(">=") ? true : nil
    case "targetEnvironment":
      switch argument {
      case "simulator": return builds.isRelease ? false : nil
      case "macCatalyst": return builds.isCatalyst
      default: return false
      }
    default: return nil
    }
  }
}

extension IfConfigDeclSyntax {
  /// A clause, with the facts that decide whether a build has it.
  struct Clause {
    /// The contents of the clause.
    var elements: IfConfigClauseSyntax.Elements?
    /// The condition, if the build decides it.
    var condition: String?
    /// The beginning of the clause: `#if DEBUG`, `#else`.
    var head: String
    /// Whether a release may have the clause.
    var mayBeReleased = true
    /// Whether only releases for Mac Catalyst have the clause.
    fileprivate var isForCatalyst = false
  }

  /// The clauses that may be active, one in each build; the active clause of a release comes first.
  ///
  /// The active clause is the first one that is not known to fail in a release, and that is not only for Mac
  /// Catalyst.
  var clausesThatMayCount: [Clause] {
    var found: [Clause] = []
    var isDecided = false
    for item in clauses {
      var clause = Clause(
        elements: item.elements,
        head: [item.poundKeyword.text, item.condition?.trimmedDescription].compactMap(\.self)
          .joined(separator: " "))
      let inAny = item.condition.map { BuildCondition($0) } ?? .holds
      if inAny == .fails { continue }
      let inRelease = item.condition.map { BuildCondition($0, inRelease: true) } ?? .holds
      clause.mayBeReleased = inRelease != .fails && !isDecided
      if case .depends(let text) = inRelease { clause.condition = text }
      clause.isForCatalyst =
        item.condition.map {
          BuildCondition.inMostReleases($0) == .fails
        } ?? false
      if inRelease == .holds { isDecided = true }
      found.append(clause)
      if inAny == .holds { break }
    }
    guard
      let first = found.firstIndex(where: { $0.mayBeReleased && !$0.isForCatalyst })
        ?? found.firstIndex(where: \.mayBeReleased)
    else { return found }
    let counted = found.remove(at: first)
    return [counted] + found
  }

  /// The active clause of a release, if there is one, and the other clauses.
  var clauseThatCounts: (counted: Clause?, others: [Clause]) {
    let all = clausesThatMayCount
    guard let first = all.first, first.mayBeReleased else { return (nil, all) }
    return (first, Array(all.dropFirst()))
  }
}
