internal import SwiftSyntax

/// What is known of the condition of an `#if` without the build that decides it.
///
/// Models run on Apple's platforms, in which of them is open: so a condition on one of these may
/// hold, and one on another system does not. What a flag says, `DEBUG` for one, is open too.
enum BuildCondition: Equatable {
  /// It holds in every build of an app that has models.
  case holds
  /// It holds in none.
  case fails
  /// The build decides; with the text of the condition.
  case depends(String)

  /// What is known of a condition.
  init(_ condition: ExprSyntax) {
    switch Self.truth(condition) {
    case true?: self = .holds
    case false?: self = .fails
    case nil: self = .depends(condition.trimmedDescription)
    }
  }

  private static func truth(_ expression: ExprSyntax) -> Bool? {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.tokenKind == .keyword(.true)
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return truth(prefix.expression).map { !$0 }
    }
    if let tuple = expression.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      return truth(only.expression)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return truth(of: Array(sequence.elements))
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return truth(of: call) }
    return nil
  }

  /// `a && b || c`: `&&` binds more tightly.
  private static func truth(of elements: [ExprSyntax]) -> Bool? {
    let alternatives = elements.split { isOperator($0, "||") }.map { terms in
      terms.split { isOperator($0, "&&") }.map { $0.count == 1 ? truth($0[$0.startIndex]) : nil }
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

  private static func truth(of call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os", "platform":
      return ["Linux", "Windows", "Android", "WASI", "FreeBSD", "OpenBSD", "none"]
        .contains(argument) ? false : nil
    case "canImport": return ["SwiftData", "Foundation", "SwiftUI"].contains(argument) ? true : nil
    case "swift", "compiler": return argument.hasPrefix(">=") ? true : nil
    case "targetEnvironment": return false
    default: return nil
    }
  }
}

extension IfConfigDeclSyntax {
  /// The clauses that may count, one of them in each build.
  var clausesThatMayCount: [IfConfigClauseSyntax.Elements?] {
    var found: [IfConfigClauseSyntax.Elements?] = []
    for clause in clauses {
      switch clause.condition.map(BuildCondition.init) {
      case nil, .holds: return found + [clause.elements]
      case .depends: found.append(clause.elements)
      case .fails: continue
      }
    }
    return found
  }

  /// The clause that counts: the first one that is not known to fail, with its condition where
  /// the build decides.
  var clauseThatCounts: (elements: IfConfigClauseSyntax.Elements?, condition: String?) {
    for clause in clauses {
      guard let condition = clause.condition else { return (clause.elements, nil) }
      switch BuildCondition(condition) {
      case .holds: return (clause.elements, nil)
      case .depends(let text): return (clause.elements, text)
      case .fails: continue
      }
    }
    return (nil, nil)
  }
}
