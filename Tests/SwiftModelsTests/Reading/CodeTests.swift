import SchemaModel
import Testing

@testable import SwiftModels

struct CodeTests {
  private func name(_ name: String, line: Int32 = 7, column: Int32 = 9) -> Expression {
    Expression(kind: .name(name, []), position: Position(line: line, column: column))
  }

  private func expression(_ kind: Expression.Kind) -> Expression {
    Expression(kind: kind, position: Position(line: 12, column: 1), isForced: true)
  }

  private let types: [WrittenType] = [
    .name("Book"), .optional(.array(.name("Author"))), .dictionary(.name("String"), .name("Int")),
    .named([.init(name: "V1"), .init(name: "Box", arguments: [.name("Int")])]),
    .other("(Int) -> Void"),
  ]

  private let pattern = Pattern(names: ["book", "author"], isWhole: false, enumCase: "pair")

  private var binding: Binding {
    Binding(
      pattern: pattern, type: types[1], value: name("book", line: 3),
      position: Position(line: 1, column: 300))
  }

  private var function: FunctionFacts {
    FunctionFacts(
      name: "add", position: Position(line: 40, column: 2),
      attributes: [
        AttributeFacts(
          name: "Test", position: Position(line: 39, column: 2),
          arguments: [Argument(label: "of", value: name("book"))])
      ],
      parameters: [
        .init(
          label: nil, name: "book", position: Position(line: 40, column: 10), type: types[0],
          hasDefault: true, isVariadic: false),
        .init(
          label: "to", name: "others", position: Position(line: 40, column: 20), type: types[3],
          hasDefault: false, isVariadic: true, isSending: true),
      ],
      result: types[4], isStatic: true, body: Code([.result(nil)]), isNonisolated: true)
  }

  private var kinds: [Expression.Kind] {
    let book = name("book")
    let arguments = [Argument(label: nil, value: book), Argument(label: "a", value: name("b"))]
    let macro = MacroFacts(
      name: "Predicate", position: Position(line: 2, column: 2), types: types, arguments: arguments)
    let literals: [Literal] = [
      .bool(true), .int(.min), .int(.max), .int(0), .int(-1), .double(-0.5), .double(.infinity),
      .string("ä\n"), .string(""), .date(1.5), .data([0, 255]), .array([.int(1)]),
      .object(["b": .bool(false), "a": .string("x")]),
    ]
    return literals.map(Expression.Kind.literal) + types.map(Expression.Kind.type) + [
      .nothing, .name("Box", types), .member(nil, "title"), .member(book, "title"),
      .call(book, arguments), .element(book, arguments),
      .closure(Closure(parameters: ["a", "b"], types: [nil, types[0]], body: [.exit(.scope)])),
      .list([book, book]), .pairs([book, name("b")]), .tuple(arguments), .choice([book]),
      .assignment(book, name("b"), isCompound: true), .assignment(book, book, isCompound: false),
      .cast(book, types[2]), .keyPath(nil, ["a", "b"]), .keyPath(types[0], []),
      .branches(.result(book)), .attempt(book, isForced: true), .attempt(book, isForced: false),
      .macro(macro), .operation([book, book], operators: ["+"]), .operation([]),
    ]
  }

  private var statements: [Statement] {
    let book = name("book")
    let conditions: [Condition] = [.expression(book), .binding(binding)]
    return [
      .expression(book), .binding(binding), .function(function),
      .conditional(conditions, [.result(book)], [.exit(.function)]),
      .requirement(conditions, [.exit(.scope)]),
      .selection(
        book,
        [
          .init(pattern: pattern, body: [.expression(book)]),
          .init(pattern: Pattern(names: [], isWhole: true), body: []),
        ]),
      .iteration(binding, [.expression(book)]),
      .repetition(conditions, [.expression(book)], isAtLeastOnce: true),
      .repetition([], [], isAtLeastOnce: false),
      .attempt([.expression(book)], [[.exit(.function)], []]), .deferred([.expression(book)]),
      .result(nil), .result(book), .exit(.function), .exit(.scope),
    ]
  }

  @Test func `the statements of a body come back as they were`() {
    for kind in kinds {
      let statements = [Statement.expression(expression(kind))]
      #expect(Code(statements).statements == statements)
    }
    for statement in statements { #expect(Code([statement]).statements == [statement]) }
    #expect(Code(statements).statements == statements)
    #expect(Code([]).statements == [])
  }

  @Test func `each name that a body spells is known without its statements`() {
    for kind in kinds {
      let statements = [Statement.expression(expression(kind))]
      #expect(statements.names.allSatisfy { Code(statements).mentions($0) })
    }
    for statement in statements {
      #expect([statement].names.allSatisfy { Code([statement]).mentions($0) })
    }
    let code = Code([.function(function), .expression(expression(kinds[0]))])
    #expect(statements.names == ["book"])
    #expect(code.mentions("shelf", "Author", "Book"))
    #expect(!code.mentions("Author", "shelf"))
    #expect(!code.mentions(anyOf: [String]()))
    #expect(!Code([]).mentions("book"))
  }

  @Test func `a body takes fewer bytes than its source`() {
    let line = "    let book = Book(title: title, author: author, pages: pages.count + 1)\n"
    let text = "func add() {\n" + String(repeating: line, count: 100) + "}"
    let facts = SourceReader.facts(of: text, path: "Source.swift")
    let code = facts.members.functions.compactMap(\.body)
    #expect(code.map(\.statements.count) == [100])
    #expect(code.allSatisfy { $0.byteCount < text.utf8.count })
  }
}

extension [Statement] {
  /// The names that the expressions spell.
  fileprivate var names: Set<String> {
    var names: Set<String> = []
    forEachExpression { expression in
      switch expression.kind {
      case .name(let name, _), .member(_, let name): names.insert(name)
      case .macro(let macro): names.insert(macro.name)
      case .keyPath(_, let path): names.formUnion(path)
      default: break
      }
    }
    return names
  }
}
