internal import Diagnostics

/// The models that an app's containers and schemas list, outside tests and previews.
///
/// ```swift
/// ModelContainer(for: Book.self, Note.self) // Book and Note
/// static let models: [any PersistentModel.Type] = [Book.self, Note.self]
/// Schema(Self.models) // the same
/// ```
struct ContainerLists {
  /// The models of each call that lists models, in the order of files and places.
  private(set) var lists: [[SourceProgram.TypeID]] = []
  /// The places of these calls.
  private(set) var places: [SourceLocation] = []
  /// The listed names that no file declares.
  private(set) var unseen: Set<String> = []
  /// Whether every list could be read completely.
  private(set) var areWhole = true

  /// The models, without duplicates, in the order of files and places.
  var models: [SourceProgram.TypeID] { lists.flatMap(\.self).distinct }

  /// Finds the lists of models in the code of a program.
  init(_ program: SourceProgram) {
    let table = FunctionTable(program)
    for function in table.all
    where !function.isTest && !function.isForShow && function.mentions(anyOf: Self.names) {
      let scope = Scope(file: function.file, type: function.owner)
      let body = function.facts.statements
      let locals = ListReader.locals(in: body)
      let memory = MemoryContainers(body)
      body.forEachExpression { expression in
        guard Self.takesModels(expression), !memory.lists(expression) else { return }
        let reader = ListReader(expression, locals, in: scope, of: program) {
          if case .member(_?, "self") = $0.kind { true } else { false }
        }
        let list = models(in: reader, scope, program)
        guard !list.isEmpty else { return }
        areWhole = areWhole && reader.unread.isEmpty
        lists.append(list.distinct)
        places.append(program.files[function.file].location(expression.position))
      }
    }
  }

  /// The names of the calls that take models.
  private static let names = ["Schema", "ModelContainer", "modelContainer"]

  /// Whether a call lists models, for a new container or schema.
  static func takesModels(_ expression: Expression) -> Bool {
    guard case .call(let callee, let arguments) = expression.kind else { return false }
    switch callee.kind {
    case .name("Schema", _), .name("ModelContainer", _): return true
    // Without a label, this takes a container that exists.
    case .member(_, "modelContainer"): return arguments.first?.label == "for"
    case .member(let base?, "init"): return ["Schema", "ModelContainer"].contains(base.text)
    default: return false
    }
  }

  /// The arguments of such a call that list models, without those about storage.
  static func modelArguments(of call: Expression) -> [Expression] {
    call.callArguments.prefix { $0.label == nil || $0.label == "for" }.map(\.value)
      .filter { $0.closure == nil }
  }

  /// The models in a list, also in the parts of it that could not be read; the list of a version is skipped.
  private mutating func models(
    in list: ListReader, _ scope: Scope, _ program: SourceProgram
  ) -> [SourceProgram.TypeID] {
    var models: [SourceProgram.TypeID] = []
    for part in list.elements + list.unread {
      let isOfVersion =
        part.scope != scope
        && part.scope.type.map { program.conforms($0, to: "VersionedSchema") } ?? false
      guard !isOfVersion else { continue }
      [.expression(part.value)].forEachExpression { expression in
        guard case .member(let base?, "self") = expression.kind, let written = base.writtenType
        else { return }
        switch program.resolve(written, in: part.scope) {
        case .declared(let id) where program.isModel(id): models.append(id)
        case .unseen(let name): unseen.insert(name)
        case let type: program.unseenModel(in: type).map { _ = unseen.insert($0) }
        }
      }
    }
    return models
  }
}
