internal import SQLite
package import SchemaModel

extension CoreDataLayout {
  /// A place in the tables of Core Data where a store may have content that its model does not allow.
  ///
  /// ```swift
  /// place.subject  // .value(entity: "Book", path: "pages", type: .int32)
  /// place.misfit   // typeof("ZPAGES") NOT IN ('null', 'integer') OR "ZPAGES" NOT BETWEEN …
  /// ```
  package struct Place: Hashable, Sendable {
    /// The part of the model that is stored in the place.
    package enum Subject: Hashable, Sendable {
      /// The values of an attribute, or of an element of a composite, by its path.
      case value(entity: String, path: String, type: AttributeType)
      /// The keys of a to-one relationship.
      case key(entity: String, relationship: String)
      /// The positions of objects in an ordered relationship.
      case position(entity: String, relationship: String)
      /// The links of a relationship with its own table.
      case link(entity: String, relationship: String)
      /// The links of such a relationship, if SQLite does not prevent duplicates of them.
      case repetition(entity: String, relationship: String)
      /// The entities of the objects in a table that several entities share.
      case object
      /// The numbers of the objects in a table, if SQLite does not prevent duplicates of them.
      case identity
    }

    /// The part of the model that is stored in the place.
    package var subject: Subject
    /// The table.
    package var table: String
    /// The column; nil for whole rows.
    package var column: String?
    /// The condition under which a row's content cannot be read.
    package var misfit: String
    /// The column that identifies the rows in messages.
    package var identity = "Z_PK"
  }

  /// Content of a place that the model does not allow, and that the views leave out.
  package struct Misfit: Hashable, Sendable {
    /// The place.
    package var place: Place
    /// The number of rows.
    package var count: Int64
    /// The identities of the first rows, ascending.
    package var examples: [Int64]
  }
}

extension CoreDataLayout.Place {
  /// The value of the column if the model allows it, otherwise NULL.
  var fitting: String {
    let name = (column ?? identity).quotedName
    return "CASE WHEN \(misfit) THEN NULL ELSE \(name) END"
  }

  /// The place of the objects' numbers in a table that another program created anew.
  static func identity(in table: String) -> Self {
    let number = "Z_PK".quotedName
    return Self(
      subject: .identity, table: table,
      misfit: "typeof(\(number)) <> 'integer' OR \(number) IN (SELECT \(number) "
        + "FROM main.\(table.quotedName) WHERE \(number) IS NOT NULL GROUP BY 1 HAVING count(*) > 1)"
    )
  }

  /// The condition for a column that holds something other than numbers of objects or positions.
  static func noNumber(_ column: String) -> String {
    "typeof(\(column.quotedName)) NOT IN ('null', 'integer')"
  }

  /// The condition for a column that holds something other than values of a type.
  ///
  /// Whole numbers may be stored as integers, whatever their type.
  static func noValue(of type: AttributeType, _ schema: Schema, _ column: String) -> String {
    let name = column.quotedName
    func isNone(of classes: String, or condition: String? = nil) -> String {
      "typeof(\(name)) NOT IN ('null', \(classes))" + (condition.map { " OR \(name) \($0)" } ?? "")
    }
    let number = "'integer', 'real'"
    return switch type {
    case .bool: isNone(of: "'integer'", or: "NOT IN (0, 1)")
    case .int16: isNone(of: "'integer'", or: "NOT BETWEEN \(Int16.min) AND \(Int16.max)")
    case .int32: isNone(of: "'integer'", or: "NOT BETWEEN \(Int32.min) AND \(Int32.max)")
    case .int64: isNone(of: "'integer'")
    case .float:
      isNone(of: number) + " OR abs(CAST(\(name) AS REAL)) > \(Float.greatestFiniteMagnitude) "
        + "AND abs(CAST(\(name) AS REAL)) < 9e999"
    case .double: isNone(of: number)
    // The range of the platform's calendars.
    case .date: isNone(of: number, or: "NOT BETWEEN -1.8e14 AND 1.8e14")
    // The largest number with 38 digits and an exponent of 127.
    case .decimal:
      isNone(of: number, or: "NOT BETWEEN -3.4028236692093847e165 AND 3.4028236692093847e165")
    case .string, .url: isNone(of: "'text'") + " OR NOT \(isUTF8)(\(name))"
    case .uuid: isNone(of: "'blob'") + " OR length(\(name)) <> 16"
    case .data, .transformable, .array, .composite: isNone(of: "'blob'")
    case .enumeration: isNone(of: schema.isOfNumbers(type) ? "'integer'" : "'text'")
    }
  }

  /// The function that returns whether the bytes of a text are UTF-8.
  static let isUTF8 = "migrate_coredata_is_utf8"
}

extension Schema {
  /// Whether an enumeration has numbers as its raw values.
  fileprivate func isOfNumbers(_ type: AttributeType) -> Bool {
    guard case .enumeration(.named(let name)) = type else { return false }
    return enumeration(named: name)?.rawType == .int
  }

  /// The paths of an attribute's values that each have a column, with their types.
  func leaves(of type: AttributeType, _ path: String) -> [(path: String, type: AttributeType)] {
    if case .composite(let name) = type {
      return (composite(named: name)?.elements ?? []).flatMap {
        leaves(of: $0.type, "\(path).\($0.name)")
      }
    }
    let cases = casesWithColumns(of: type)
    return cases.isEmpty ? [(path, type)] : cases.map { ("\(path).\($0)", .string) }
  }
}
