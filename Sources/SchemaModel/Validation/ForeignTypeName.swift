/// The name of a type in SQL or Swift for which a schema file has a different word.
///
/// ```swift
/// ForeignTypeName("varchar(20)")?.keyword  // string
/// ```
package struct ForeignTypeName {
  /// The name as it was written, without `?` and a default.
  private let name: String
  /// The type to write in a schema file.
  package let keyword: String

  /// The name of a type in a text such as `varchar(20)?`; nil for an unknown name.
  package init?(_ text: String) {
    let name = text.prefix { $0 != "?" && $0 != "=" }
    let words = name.prefix { $0 != "(" }.lowercased().split(separator: " ")
    guard let keyword = Self.keywords[words.joined(separator: " ")] else { return nil }
    self.keyword = keyword
    var end = name[...]
    while end.last == " " { end.removeLast() }
    self.name = String(end)
  }

  /// The advice to write the schema file's word.
  package var advice: String {
    "write '\(keyword)'; add 'sqlType: \(name)' where an existing column is declared so"
  }

  private static let keywords: [String: String] = {
    let names = [
      "string": [
        "text", "varchar", "nvarchar", "char", "nchar", "character", "clob", "character varying",
      ],
      "int": ["integer", "bigint", "int8", "unsigned big int", "long", "number"],
      "int32": ["mediumint", "int4"],
      "int16": ["smallint", "tinyint", "int2", "short"],
      "double": ["real", "double precision", "float8"],
      "float": ["float4"],
      "decimal": ["numeric", "money"],
      "bool": ["boolean", "bit"],
      "date": ["datetime", "timestamp", "time"],
      "data": ["blob", "binary", "varbinary", "bytea"],
      "url": ["uri"],
      "uuid": ["guid"],
    ]
    return names.reduce(into: [:]) { result, group in
      for name in group.value { result[name] = group.key }
    }
  }()
}
