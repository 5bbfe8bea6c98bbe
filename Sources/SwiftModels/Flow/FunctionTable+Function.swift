extension FunctionTable {
  /// A function, or what acts like one: an initializer, a getter, the body of a macro.
  ///
  /// A program has many: each says where its declaration is, and tells the facts of it when asked.
  struct Function: Sendable {
    /// What declares it: an element of a list, by its place.
    enum Declaration: Sendable {
      /// A function or initializer.
      case function([FunctionFacts], Int32)
      /// One of the accessors of a property.
      case accessor([PropertyFacts], Int32, Int32)
      /// The first value of a property and the arguments of its attributes.
      case value([PropertyFacts], Int32, [Statement])
      /// Code that no declaration is around, with a name for it.
      case body(String, [Statement])
    }

    private let declaration: Declaration
    private let fileNumber: Int32
    /// The type whose member it is; nil outside all types.
    let owner: SourceProgram.TypeID?
    /// The name of the type that it extends, where no file declares that type.
    let extended: String?
    /// Whether it shows objects and stores none: a preview, a sample.
    let isForShow: Bool
    /// Whether it is part of a test.
    let isTest: Bool

    /// A function that is declared there.
    init(
      _ declaration: Declaration, file: Int, owner: SourceProgram.TypeID?, extended: String? = nil,
      isForShow: Bool, isTest: Bool
    ) {
      self.declaration = declaration
      fileNumber = Int32(clamping: file)
      self.owner = owner
      self.extended = extended
      self.isForShow = isForShow
      self.isTest = isTest
    }
  }
}

extension FunctionTable.Function {
  /// The file that it is in.
  var file: Int { Int(fileNumber) }

  /// Whether it makes an object of its owner.
  var isInitializer: Bool { facts.name == "init" }

  /// The declaration.
  var facts: FunctionFacts {
    switch declaration {
    case .function(let list, let place): list[Int(place)]
    case .accessor(let list, let place, let accessor):
      list[Int(place)].facts(ofAccessor: Int(accessor))
    case .value(let list, let place, let code): list[Int(place)].facts(of: code)
    case .body(let name, let code):
      FunctionFacts(
        name: name, position: Position(line: 1, column: 1), attributes: [], parameters: [],
        isStatic: false, body: code)
    }
  }
}

extension PropertyFacts {
  /// A body that belongs to it, as a function without parameters.
  fileprivate func facts(of body: [Statement]) -> FunctionFacts {
    FunctionFacts(
      name: name, position: position, attributes: [], parameters: [], result: type,
      isStatic: isStatic, body: body)
  }

  /// One of its accessors as a function; what sets it takes the new value, and gives none.
  fileprivate func facts(ofAccessor place: Int) -> FunctionFacts {
    var facts = facts(of: accessors[place])
    guard let setter, setter.place == place else { return facts }
    facts.result = nil
    guard let type else { return facts }
    facts.parameters = [
      FunctionFacts.Parameter(
        label: nil, name: setter.parameter, position: position, type: type, hasDefault: false,
        isVariadic: false)
    ]
    return facts
  }
}

extension FunctionTable.Function {
  /// Whether what it does spells one of these names.
  func mentions(_ names: String...) -> Bool { mentions(anyOf: names) }

  /// Whether what it does spells one of these names.
  func mentions(anyOf names: some Sequence<String>) -> Bool {
    facts.statements.mentions(anyOf: names)
  }
}
