import SchemaLint
import SchemaModel

/// A model that a rule flags, and the same model corrected.
struct RuleExample {
  /// The model that the rule flags.
  var bad: SchemaDocument
  /// The corrected model.
  var good: SchemaDocument
}

/// The examples of rules whose pages show no whole model; their own tests say what is found.
///
/// The other rules are held to the examples on their pages.
let ruleExamples: [RuleID: RuleExample] = [
  ImplicitDeleteRule.id: ImplicitDeleteRuleTests.example,
  InsertBeforeRelate.id: InsertBeforeRelateTests.example,
  InverseMismatch.id: InverseMismatchTests.example,
  MissingInverse.id: MissingInverseTests.example,
  NoActionDelete.id: NoActionDeleteTests.example,
  RelationshipInInitializer.id: RelationshipInInitializerTests.example,
]
