internal import Diagnostics
internal import MigrationPlanner
internal import StoreScript
internal import SchemaModel

extension StaleIdentity {
  /// The problem, at the place of its declaration in the schema file.
  func diagnostic(in stage: MigrationStage, _ history: SchemaHistory) -> Diagnostic {
    let places = ExpressionPlaces(history: history, mapping: stage.mapping)
    let map = SchemaPath(["migration", "map"])
    return Diagnostic(
      code: "stale-identity", message,
      at: places.location(of: property ?? "where", of: layer, madeFrom: origin)
        ?? history[layer.version]?.sources.location(of: map),
      notes: [.init(remedy)])
  }

  private var message: String {
    let objects = renumbered.map { "'\($0)'" }.joined(separator: ", ")
    let renumbering = "objects of \(objects) may get a new _id in this version, and"
    switch use {
    case .links(let given):
      return "'\(layer.entity).\(property ?? "")' would lead to other objects: \(renumbering) "
        + "\(given.isLiteral ? given : "'\(given)'") does not follow as a link does"
    case .compares:
      let subject =
        property.map { "the expression for '\(layer.entity).\($0)'" }
        ?? "the condition for the objects of '\(layer.entity)'"
      return
        "\(subject) would find other objects: \(renumbering) what it compares an _id with does "
        + "not follow as a link does"
    }
  }

  private var remedy: String {
    switch use {
    case .links:
      "do it in two versions: make the link in one before, by the same expression, and let the "
        + "objects come together in this one"
    case .compares:
      "do it in two versions: this in one before, and let the objects come together in this one"
    }
  }
}

extension String {
  /// Whether it is a number, a text or bytes, and not a name.
  fileprivate var isLiteral: Bool { first.map { $0.isNumber || $0 == "'" } ?? false }
}
