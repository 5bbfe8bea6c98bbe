/// The given files and the types that they declare, looked up by Swift's own rules.
struct SourceProgram: Sendable {
  /// A type that a file declares.
  struct TypeID: Hashable, Sendable, Comparable {
    private let number: Int32

    /// The type with the given number.
    init(index: Int) { number = Int32(clamping: index) }

    /// The number of the type, in the order of files and of places in them.
    var index: Int { Int(number) }

    static func < (left: Self, right: Self) -> Bool { left.index < right.index }
  }

  /// A part of a type: its own braces, or one of its extensions.
  struct Part: Sendable {
    /// The file that contains the part.
    var file: Int
    /// The types after the colon.
    var inherited: [WrittenType]
    /// The members that the part declares.
    var members: Members
  }

  /// A type with all of its parts.
  struct DeclaredType: Sendable {
    /// The declaration, without its members.
    var facts: TypeFacts
    /// The file that declares it.
    var file: Int
    /// The type whose braces contain this one.
    var parent: TypeID?
    /// Its own braces first, then its extensions in the order of files.
    var parts: [Part]
    /// The types in the braces, by name.
    var nested: [String: TypeID] = [:]
    /// The type aliases in the braces, with the file of each.
    var aliases: [String: FileAlias] = [:]
  }

  /// A type alias, with the file that declares it.
  struct FileAlias: Sendable {
    /// The declaration.
    var facts: AliasFacts
    /// The file that declares it.
    var file: Int
  }

  /// The files, in the order of their paths, without the types that they declare.
  private(set) var files: [FileFacts]
  /// The number of folders around all of the files, without the innermost one.
  let outerFolders: Int
  /// The types, by number.
  private(set) var types: [DeclaredType] = []
  /// The types outside all braces.
  private(set) var topLevel: [String: [TypeID]] = [:]
  /// The type aliases outside all braces.
  private(set) var topLevelAliases: [String: [FileAlias]] = [:]
  /// The constants and functions outside all types, and the constants in extensions.
  private(set) var named = NamedValues()
  /// The classes that no file declares, but that are models because relationships lead to them.
  private(set) var unseenModels: Set<TypeID> = []

  /// The direct superclass of each class, if the files declare it.
  ///
  /// Filled last: as long as it is empty, a lookup of names ignores superclasses.
  private var superclasses: [TypeID: TypeID] = [:]

  /// Creates a program from its files.
  init(_ files: [FileFacts]) {
    self.files = files.sorted { $0.path < $1.path }
    outerFolders = files.outerFolders
    for (file, facts) in self.files.enumerated() { declare(facts.members, in: file) }
    let extensions = declareExtensions(
      self.files.enumerated().flatMap { file, facts in facts.extensions.map { (file, $0) } })
    var found: [TypeID: TypeID] = [:]
    for id in allTypes { found[id] = findSuperclass(of: id) }
    declareUnseenModels()
    _ = declareExtensions(extensions)
    forgetDeclared()
    superclasses = found
    named = NamedValues(self.files)
  }

  /// A type by its number.
  subscript(id: TypeID) -> DeclaredType { types[id.index] }

  /// Every type, in the order of files and places.
  var allTypes: [TypeID] { types.indices.map { TypeID(index: $0) } }
}

// MARK: - Declaring

extension SourceProgram {
  private mutating func declare(_ members: Members, in file: Int) {
    for type in members.types {
      let id = declare(type, in: file, inside: nil)
      topLevel[type.name, default: []].append(id)
    }
    for types in members.localTypes { declareLocal(types, in: file) }
    for alias in members.aliases {
      topLevelAliases[alias.name, default: []].append(FileAlias(facts: alias, file: file))
    }
  }

  /// Declares the local types of a function inside an unnamed type, so that only they see one another.
  private mutating func declareLocal(_ types: [TypeFacts], in file: Int) {
    guard let first = types.first else { return }
    let around = TypeFacts(
      kind: .enum, name: "", position: first.position, attributes: [], isPrivate: true,
      genericParameters: [], inherited: [], members: Members(types: types))
    _ = declare(around, in: file, inside: nil)
  }

  private mutating func declare(
    _ facts: TypeFacts, in file: Int, inside parent: TypeID?
  ) -> TypeID {
    let id = TypeID(index: types.count)
    var bare = facts
    bare.members = Members()
    types.append(DeclaredType(facts: bare, file: file, parent: parent, parts: []))
    add(Part(file: file, inherited: facts.inherited, members: facts.members), to: id)
    return id
  }

  private mutating func add(_ part: Part, to id: TypeID) {
    // The nested types are declared on their own.
    var bare = part
    bare.members.types = []
    types[id.index].parts.append(bare)
    for type in part.members.types {
      types[id.index].nested[type.name] = declare(type, in: part.file, inside: id)
    }
    for alias in part.members.aliases {
      types[id.index].aliases[alias.name] = FileAlias(facts: alias, file: part.file)
    }
  }

  /// Declares the members of extensions, and returns the extensions of undeclared types.
  ///
  /// An extension can extend a type that another extension declares, so the extensions are added in rounds.
  private mutating func declareExtensions(
    _ extensions: [(Int, ExtensionFacts)]
  ) -> [(Int, ExtensionFacts)] {
    var pending = extensions
    while true {
      var left: [(Int, ExtensionFacts)] = []
      for (file, facts) in pending {
        guard let id = extended(facts.extended, in: file) else {
          left.append((file, facts))
          continue
        }
        add(Part(file: file, inherited: facts.inherited, members: facts.members), to: id)
      }
      if left.count == pending.count { return left }
      pending = left
    }
  }

  /// Declares the undeclared classes that relationships lead to: only a model can have a `@Relationship`.
  private mutating func declareUnseenModels() {
    for model in models {
      for part in self[model].parts {
        let scope = Scope(file: part.file, type: model)
        for property in part.members.properties where property.isRelationship {
          guard let name = property.type.flatMap({ unseenClass(in: $0, scope) }) else { continue }
          let facts = TypeFacts(
            kind: .class, name: name, position: property.position, attributes: [],
            isPrivate: false, genericParameters: [], inherited: [], members: Members())
          let id = declare(facts, in: part.file, inside: nil)
          topLevel[name, default: []].append(id)
          unseenModels.insert(id)
        }
      }
    }
  }

  private func unseenClass(in type: WrittenType, _ scope: Scope) -> String? {
    guard case .unseen(let name) = resolve(type, in: scope).core,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return name
  }

  /// Removes the nested types from files and extensions, where they are no longer needed.
  private mutating func forgetDeclared() {
    types = types.fitted
    for file in files.indices {
      files[file].members.types = []
      files[file].members.localTypes = []
      for place in files[file].extensions.indices {
        files[file].extensions[place].members.types = []
      }
    }
  }

  private func extended(_ type: WrittenType, in file: Int) -> TypeID? {
    guard case .declared(let id) = resolve(type, in: Scope(file: file)) else { return nil }
    return id
  }
}

// MARK: - Kinds of types

extension SourceProgram {
  /// Whether a type is a class that SwiftData stores.
  func isModel(_ id: TypeID) -> Bool {
    self[id].facts.kind == .class && self[id].facts.attributes.contains { $0.name == "Model" }
  }

  /// The name of an undeclared model class; nil if the value is no such object or list of them.
  func unseenModel(in type: SwiftType) -> String? {
    guard case .declared(let id) = type.core, unseenModels.contains(id) else { return nil }
    return self[id].facts.name
  }

  /// Every model class that the files declare.
  var models: [TypeID] { allTypes.filter(isModel) }

  /// The direct superclass of a model class, if it is a model too.
  func parentModel(of id: TypeID) -> TypeID? {
    superclass(of: id).flatMap { isModel($0) ? $0 : nil }
  }

  /// The direct superclass of a class, if the files declare it.
  func superclass(of id: TypeID) -> TypeID? { superclasses[id] }

  /// All subclasses of each class, direct and indirect.
  var subclasses: [TypeID: [TypeID]] {
    var result: [TypeID: [TypeID]] = [:]
    for id in allTypes {
      var visited: Set<TypeID> = [id]
      var next = superclass(of: id)
      while let current = next, visited.insert(current).inserted {
        result[current, default: []].append(id)
        next = superclass(of: current)
      }
    }
    return result
  }

  private func findSuperclass(of id: TypeID) -> TypeID? {
    guard self[id].facts.kind == .class, let part = self[id].parts.first,
      let first = part.inherited.first,
      case .declared(let parent) = resolve(first, in: Scope(file: part.file, type: self[id].parent)),
      self[parent].facts.kind == .class, parent != id
    else { return nil }
    return parent
  }

  /// The model class and its ancestors, starting with the class itself.
  func modelLineage(of id: TypeID) -> [TypeID] {
    var result = [id]
    while let next = result.last.flatMap(parentModel), !result.contains(next) {
      result.append(next)
    }
    return result
  }

  /// Whether a type declares conformance to a protocol of this name.
  func conforms(_ id: TypeID, to name: String) -> Bool {
    self[id].parts.contains { part in
      part.inherited.contains { type in
        guard case .named(let components) = type else { return false }
        return components.last?.name == name
      }
    }
  }

  /// The names of the surrounding types and of the type itself, the outermost first.
  func path(of id: TypeID) -> [String] {
    let name = self[id].facts.name
    return (self[id].parent.map(path) ?? []) + (name.isEmpty ? [] : [name])
  }

  /// The name of a type as code outside all braces writes it.
  func qualifiedName(of id: TypeID) -> String { path(of: id).joined(separator: ".") }
}

extension PropertyFacts {
  fileprivate var isRelationship: Bool { attributes.contains { $0.name == "Relationship" } }
}
