package import Diagnostics

extension SchemaDocument {
  /// The place of the first of some parts that stands in one of some files, for those are the ones
  /// to edit; else the place where this version says which it is.
  ///
  /// The first part may stand for what is around it; the others must have been written down.
  /// Without files, every file may be edited.
  package func location(of paths: [SchemaPath], in files: Set<String>) -> SourceLocation? {
    let nearest = paths.first.flatMap { sources.location(of: $0) }
    guard let nearest, !files.isEmpty, !files.contains(nearest.file) else { return nearest }
    let others = paths + [SchemaPath(["migration"]), SchemaPath(["version"])]
    return others.lazy.compactMap { sources.exactLocation(of: $0) }
      .first { files.contains($0.file) } ?? nearest
  }
}

extension Schema {
  /// The paths of the shared types that a type is made of: that which it names, and what the
  /// elements of that are.
  package func declarations(of type: AttributeType) -> [SchemaPath] {
    var known: [SchemaPath] = []
    var types = [type]
    while let type = types.popLast() {
      switch type {
      case .array(let element): types.append(element)
      case .enumeration(.named(let name)): known.append(SchemaPath(["enums", name]))
      case .composite(let name):
        let path = SchemaPath(["composites", name])
        guard !known.contains(path) else { continue }
        known.append(path)
        types += composite(named: name)?.elements.map(\.type).reversed() ?? []
      case .enumeration(.inline), .string, .int16, .int32, .int64, .bool, .float, .double, .decimal,
        .date, .uuid, .url, .data, .transformable:
        continue
      }
    }
    return known
  }
}
