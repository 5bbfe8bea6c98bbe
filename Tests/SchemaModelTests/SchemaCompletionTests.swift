import SchemaModel
import Testing

struct SchemaCompletionTests {
  @Test func `what Swift source cannot say follows a renamed property`() {
    var old = Attribute("name", .string)
    (old.maximum, old.documentation) = (.int(80), "the whole name")
    var new = Attribute("title", .string)
    new.renamedFrom = "name"
    let (before, source) = (schema(with: old), schema(with: new))
    let completed = source.completed(by: before).entities[0].attributes[0]
    new.maximum = .int(80)
    new.documentation = "the whole name"
    #expect(completed == new)
  }

  private func schema(with attribute: Attribute) -> Schema {
    var entity = Entity("Trip")
    entity.attributes = [attribute]
    return Schema(name: "Trips", version: Version(1), entities: [entity])
  }
}
