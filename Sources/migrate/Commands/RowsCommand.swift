internal import ArgumentParsing
internal import Diagnostics
internal import Files
internal import JSON
internal import Reports
internal import SchemaModel
internal import SQLite
internal import StoreLayout
internal import StoreReading
internal import StoreVerification

/// `migrate rows`: lists the objects of an entity, by the names of its properties.
enum RowsCommand: RunnableCommand {
  private static let entity = Argument(
    optional: .text("ENTITY"), help: "the entity; without it, all are listed with their numbers")
  private static let filter = Option(
    "where", .text("EXPR"), help: "a condition in SQL over properties, as author.name = 'Ada'")
  private static let order = Option(
    "order", .text("EXPR"), help: "the properties to sort by, as 'title DESC'; by default _id")
  private static let limit = Option(
    "limit", .integer("N", atLeast: 0), default: 100, help: "at most so many objects; 0 for all")
  private static let format = CommonOptions.format([.table, .json, .csv])

  static let commandName = "rows"

  static let declaration = Command(
    name: commandName, abstract: "Show the objects of an entity.",
    discussion: """
      The store is only read. It may be a store of 'migrate', an existing database that schema files \
      describe, or a store that Core Data or SwiftData wrote: that is read by the model in its own \
      cache, or by the schema version that has its version hashes. The objects of sub-entities are \
      among the objects of an entity. Dates are in UTC, a to-one relationship is the _id of its object, \
      and data is its number of bytes in a table and Base64 in JSON and CSV.
      """,
    examples: [
      .init("migrate rows library.store", "List the entities, with the number of their objects."),
      .init("migrate rows library.store Book", "Show the first hundred books."),
      .init(
        "migrate rows default.store Note --where \"book.title = 'Emma'\" --order 'page DESC'",
        "Show the notes of one book, the last page first."),
      .init("migrate rows library.store Book --limit 0 --format csv -o books.csv", "Write all."),
    ],
    section: "stores", arguments: [CommonOptions.store, entity],
    options: [filter, order, limit, CommonOptions.schemas, format],
    commonOptions: CommonOptions.all)

  static func run(_ invocation: Invocation) throws -> Outcome {
    let (path, name) = (invocation.arguments[CommonOptions.store], invocation.arguments[entity])
    if let name, !FileSystem.exists(path), FileSystem.exists(name) {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "unexpected-argument", "there is no store at '\(path)'",
            notes: [
              .init("the store comes first: migrate rows \(name.shellWord) \(path.shellWord)")
            ])
        ])
    }
    if let store = try PlatformStore.found(at: path, invocation) {
      return try store.read { connection in
        try rows(
          invocation, store.objects.layout, connection,
          store.unreadableProperties(of: path)
            + (name.map { try store.misfits(of: $0).map(\.finding) + store.fileFindings(of: $0) }
            ?? []).map {
              var diagnostic = $0.diagnostic(of: path, ofPlatform: store.model)
              diagnostic.severity = .warning
              return diagnostic
            })
      }
    }
    let glimpse = try StoreGlimpse(of: path, in: invocation)
    let layout = StoreLayout(of: try glimpse.document(invocation).schema)
    let connection = try StoreFile.open(path: path, for: .reading)
    func all() throws -> Outcome {
      try rows(invocation, layout, connection, [], ExternalFolder(ofStoreAt: path))
    }
    // Only a condition or an order compares values by the collations of the app.
    let compares = invocation.arguments[filter] != nil || invocation.arguments[order] != nil
    return try compares ? all() : connection.withStandInCollations(all)
  }

  private static func rows(
    _ invocation: Invocation, _ layout: StoreLayout, _ connection: Connection,
    _ warnings: [Diagnostic], _ folder: ExternalFolder? = nil
  ) throws -> Outcome {
    let arguments = invocation.arguments
    let limit = arguments[limit]
    guard let entity = arguments[entity] else {
      return try numbers(of: layout, connection, warnings, invocation)
    }
    guard
      let rows = ObjectRows(
        of: entity, in: layout, filter: arguments[filter], order: arguments[order],
        limit: limit == 0 ? nil : limit + 1)
    else { throw unknown(entity, layout.schema) }
    try check(arguments[filter] ?? "", on: entity, layout)
    let format = arguments[format]
    var table = ObjectTable(rows.columns)
    var isWhole = true
    var missing: Set<String> = []
    /// Replaces the name of an external file by its bytes.
    func contents(of value: SQLValue, _ column: ObjectRows.Column) -> SQLValue {
      guard column.type == .data, case .text(let name) = value, let folder else { return value }
      do throws(ExternalFileError) {
        return .blob(try folder.read(name))
      } catch {
        missing.insert("\(error)")
        return value
      }
    }
    func add(_ values: @autoclosure () -> [ObjectRows.Excerpt]) {
      if limit > 0, table.rows.count == limit {
        isWhole = false
      } else {
        table.rows.append(values())
      }
    }
    do {
      if format == .table {
        try rows.forEachExcerpt(on: connection) { values in
          add(
            zip(rows.columns, values).map { column, value in
              guard case .value(let value) = value else { return value }
              return ObjectRows.Excerpt(of: contents(of: value, column))
            })
        }
      } else {
        try rows.forEach(on: connection) { values in
          add(zip(rows.columns, values).map { .value(contents(of: $1, $0)) })
        }
      }
    } catch let error as SQLiteError where error.primaryCode == .error {
      throw unreadable(error, entity, arguments, layout.schema)
    }
    let count = Quantity.count(table.rows.count, "object")
    let unread = missing.sorted().map {
      Diagnostic(
        code: "unreadable-file", severity: .warning, $0, notes: [.init("its name is shown")])
    }
    let isJoined = table.rows.isEmpty && arguments[filter]?.contains("||") ?? false
    return Outcome(
      status: warnings.contains { $0.severity == .error } ? .findings : .done,
      findings: warnings + unread
        + (isJoined
          ? [
            Diagnostic(
              code: "invalid-expression", severity: .warning,
              "'||' joins texts in SQL", notes: [.init("for one of two conditions, write 'OR'")])
          ] : [])
        + table.damagedTexts.map { name in
          Diagnostic(
            code: "malformed-value", severity: .warning,
            "a text of '\(name)' is no UTF-8, and its bytes are shown in Base64")
        }, text: format == .json ? "" : table.text(format),
      members: [
        .init("entity", .string(entity)), .init("isWhole", .bool(isWhole)),
        .init("objects", .array(format == .json ? table.objects : [])),
      ],
      summary: isWhole
        ? "\(count)\n" : "the first \(count); '--limit 0' shows all\n")
  }

  /// The entities, each with the number of its objects.
  private static func numbers(
    of layout: StoreLayout, _ connection: Connection, _ warnings: [Diagnostic],
    _ invocation: Invocation
  ) throws -> Outcome {
    let arguments = invocation.arguments
    guard arguments[filter] == nil, arguments[order] == nil else {
      throw Failure(
        .usage,
        [
          Diagnostic(
            code: "missing-argument", "argument 'ENTITY' is missing",
            notes: [names(in: layout.schema)])
        ])
    }
    var table = ObjectTable([.init("entity"), .init("objects")])
    table.rows = try layout.schema.entities.map(\.name).sorted().map { name in
      let count = try ObjectRows(of: name, in: layout)?.count(on: connection) ?? 0
      return [.value(.text(name)), .value(.integer(count))]
    }
    let format = arguments[format]
    return Outcome(
      findings: warnings, text: format == .json ? "" : table.text(format),
      members: [.init("entities", .array(format == .json ? table.objects : []))],
      summary: "next: migrate rows \(arguments[CommonOptions.store].shellWord) ENTITY")
  }

  private static func names(in schema: Schema) -> Diagnostic.Note {
    .init("it has \(schema.entities.map(\.name).sorted().joined(separator: ", "))")
  }

  /// Refuses a condition that compares properties with values that no store has for them.
  private static func check(_ filter: String, on entity: String, _ layout: StoreLayout) throws {
    let misfits = MisfitComparison.all(in: filter, on: entity, layout).map { misfit in
      Diagnostic(
        code: "invalid-expression", misfit.reason,
        notes: misfit.replacement.map { [.init("write: \($0)")] } ?? [])
    }
    guard misfits.isEmpty else { throw Failure(.usage, misfits) }
  }

  /// The failure of a condition or an order that SQLite does not accept, with the property that may be meant.
  private static func unreadable(
    _ error: SQLiteError, _ entity: String, _ arguments: ParsedArguments, _ schema: Schema
  ) -> Failure {
    var owner = entity
    let problem = error.message.split(separator: "no such column: ", maxSplits: 1)
    let path = problem.last.map { $0.split(separator: ".").map(String.init) } ?? []
    guard error.message.contains("no such column: "), let name = path.last else {
      let typed = [arguments[filter], arguments[order]].compactMap(\.self)
      return unreadable(
        reason(error.message, typed),
        (typed.contains { $0.contains("&&") } ? ["'&&' is 'AND' in SQL, and '||' is 'OR'"] : [])
          + ["as in: \(example(schema.allAttributes(of: owner)))"])
    }
    // The relationships before the last name lead to the entity that should have the property.
    for step in path {
      guard let link = schema.relationship(named: step, of: owner)?.relationship else { break }
      guard link.cardinality == .toOne else {
        return unreadable(
          "'\(owner).\(step)' leads to several objects, and a path follows to-one relationships only",
          ["ask for the objects of '\(link.destination)' instead"])
      }
      owner = link.destination
    }
    if schema.attribute(named: name, of: owner) != nil {
      return unreadable("'\(owner).\(name)' is transient, and no store holds it")
    }
    let attributes = schema.allAttributes(of: owner).filter { !$0.isTransient }
    let names =
      attributes.map(\.name)
      + schema.allRelationships(of: owner).filter { $0.cardinality == .toOne }.map(\.name)
    let meant = nearest(to: name, among: names).map { ", did you mean '\($0)'?" } ?? ""
    return unreadable(
      "'\(owner)' has no property '\(name)'\(meant)",
      (meant.isEmpty ? ["it has \(names.sorted().joined(separator: ", "))"] : [])
        + (arguments[filter]?.contains(name) ?? false
          ? ["text takes single quotes, as in: \(example(attributes))"] : []))
  }

  private static func unreadable(_ reason: String, _ notes: [String] = []) -> Failure {
    Failure(
      .usage,
      [
        Diagnostic(
          code: "invalid-expression", "the expression cannot be read: \(reason)",
          notes: notes.map { .init($0) })
      ])
  }

  /// The reason why SQLite does not accept the typed text, which is inside a statement of ours.
  private static func reason(_ message: String, _ typed: [String]) -> String {
    // After an unclosed quotation mark, SQLite reports the rest of our statement as one token.
    if ["'", "\""].contains(where: { message.hasPrefix("unrecognized token: \"\($0)") }) {
      return "a quotation mark is not closed"
    }
    let (head, tail) = ("near \"", "\": syntax error")
    guard message.hasPrefix(head), message.hasSuffix(tail) else { return message }
    let token = message.dropFirst(head.count).dropLast(tail.count)
    return typed.contains { $0.contains(token) }
      ? "it is not understood at '\(token)'" : "it is not complete"
  }

  /// An example of a condition over one of the attributes: `--where "name = 'Anna'"`.
  private static func example(_ attributes: [Attribute]) -> String {
    attributes.first { $0.type == .string }.map { "--where \"\($0.name) = 'Anna'\"" }
      ?? "--where \"\(attributes.first?.name ?? StoreLayout.identityColumn) IS NOT NULL\""
  }

  private static func unknown(_ entity: String, _ schema: Schema) -> Failure {
    let known = schema.entities.map(\.name)
    let suggestion = nearest(to: entity, among: known).map { "; did you mean '\($0)'?" } ?? ""
    return Failure(
      .usage,
      [
        Diagnostic(
          code: "unknown-entity", "the model has no entity '\(entity)'\(suggestion)",
          notes: [names(in: schema)])
      ])
  }
}
