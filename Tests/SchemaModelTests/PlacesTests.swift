import Diagnostics
import SchemaModel
import Testing

struct PlacesTests {
  private static let entity = SchemaPath.entity("Book")
  private static let attribute = SchemaPath.property("pages", of: "Book", .attributes)
  private static let first = SourceLocation(file: "V1.yaml", line: 4, column: 3)
  private static let second = SourceLocation(file: "V2.yaml", line: 9, column: 7)

  @Test func `a part without a place has the place of the nearest part around it`() {
    let map = SourceMap([Self.entity: Self.first, Self.attribute.appending("type"): Self.second])
    #expect(map.location(of: Self.attribute) == Self.first)
    #expect(map.location(of: Self.attribute.appending("default")) == Self.first)
    #expect(map.location(of: Self.attribute.appending("type")) == Self.second)
    #expect(map.exactLocation(of: Self.attribute) == nil)
    #expect(map.exactLocation(of: Self.entity) == Self.first)
    #expect(map.location(of: SchemaPath(["queries", "q"])) == nil)
    #expect(map.files == ["V1.yaml", "V2.yaml"])
  }

  @Test func `the whole schema has a place of its own`() {
    let map = SourceMap([SchemaPath(): Self.first])
    #expect(map.exactLocation(of: SchemaPath()) == Self.first)
    #expect(map.location(of: Self.attribute) == Self.first)
    #expect(map.exactLocation(of: Self.attribute) == nil)
    #expect(SourceMap().location(of: SchemaPath()) == nil)
  }

  @Test func `maps of the same places are the same, whatever was written down first`() {
    var map = SourceMap()
    var other = SourceMap()
    map.record(Self.first, for: Self.entity)
    map.record(Self.second, for: Self.attribute)
    other.record(Self.first, for: Self.attribute)
    other.record(Self.second, for: Self.attribute)
    #expect(map != other)
    other.record(Self.first, for: Self.entity)
    #expect(map == other)
    #expect(Set([map, other]).count == 1)
  }
}
