package import Diagnostics

extension SchemaDocument {
  /// The place of the first part that stands in one of the files to edit.
  ///
  /// The first path may be located at the nearest part around it; the other paths must be recorded exactly.
  /// If no part stands in these files, the result is the document's `migration` or `version` in them, or else
  /// the nearest place of the first path. Without files, every file may be edited.
  package func location(of paths: [SchemaPath], in files: Set<String>) -> SourceLocation? {
    let nearest = paths.first.flatMap { sources.location(of: $0) }
    guard let nearest, !files.isEmpty, !files.contains(nearest.file) else { return nearest }
    let others = paths + [SchemaPath(["migration"]), SchemaPath(["version"])]
    return others.lazy.compactMap { sources.exactLocation(of: $0) }
      .first { files.contains($0.file) } ?? nearest
  }
}

extension Schema {
  /// The paths of the shared types that a type uses, directly or through elements of composites.
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
