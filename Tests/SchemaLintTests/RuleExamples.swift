import SchemaLint
import SchemaModel

/// A model that a rule objects to, and the same model mended.
struct RuleExample {
  /// What fires the rule.
  var bad: SchemaDocument
  /// What does not.
  var good: SchemaDocument
}

/// The example of every rule; the rule's own tests say what is found in it.
let ruleExamples: [RuleID: RuleExample] = [
  ImplicitDeleteRule.id: ImplicitDeleteRuleTests.example,
  InsertBeforeRelate.id: InsertBeforeRelateTests.example,
  InverseMismatch.id: InverseMismatchTests.example,
  MissingInverse.id: MissingInverseTests.example,
  NoActionDelete.id: NoActionDeleteTests.example,
  RelationshipInInitializer.id: RelationshipInInitializerTests.example,
]
