import Diagnostics
import SchemaLint
import Testing

/// Objects that a function is given, and relates before it inserts them itself, or does not.
struct InsertBeforeRelateParameterTests {
  /// A function, with marks where it is wrong.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String

    init(_ description: String, _ text: String) {
      testDescription = description
      self.text = text
    }
  }

  private static let vault = """
    @Model final class Vault {
      @Relationship(deleteRule: .cascade, inverse: \\Coin.vault) var coins: [Coin] = []
      func refill(in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        coin.vault = self
        coins.append(coin)
      }
    }
    @Model final class Coin {
      var vault: Vault?
      init(vault: Vault? = nil) { self.vault = vault }
    }
    func add(_ coin: Coin, to vault: Vault) { vault.coins.append(coin) }
    func keep(_ vault: Vault, in context: ModelContext) { context.insert(vault) }

    """

  @Test(arguments: [
    Case(
      "it relates it to what is inserted",
      """
      func commit(_ vault: Vault, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        vault.coins.append(coin)  // warning
        context.insert(vault)
      }
      """),
    Case(
      "two helpers do it",
      """
      func commit(_ vault: Vault, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        add(coin, to: vault)  // warning
        keep(vault, in: context)
      }
      """),
    Case(
      "a closure does it",
      """
      func commit(_ vault: Vault, in context: ModelContext) throws {
        let coins = [Coin(), Coin()]
        coins.forEach(context.insert)
        try context.transaction {
          coins.forEach { vault.coins.append($0) }  // warning
          context.insert(vault)
        }
      }
      """),
    Case(
      "it relates two that it is given, and inserts them then",
      """
      func commit(_ vault: Vault, _ coin: Coin, in context: ModelContext) {
        coin.vault = vault  // warning
        context.insert(vault)
        context.insert(coin)
      }
      """),
    Case(
      "on one of two ways",
      """
      func commit(_ vault: Vault, _ coin: Coin?, in context: ModelContext) {
        if let coin {
          context.insert(coin)
          coin.vault = vault  // warning
        }
        context.insert(vault)
      }
      """),
  ])
  func `a function that relates arguments before inserting them is reported, not its callers`(
    _ function: Case
  ) {
    MarkedSource(
      Self.vault + function.text + """

        func first(in context: ModelContext) throws {
          try commit(Vault(), Coin(), in: context)
        }
        func second(in context: ModelContext) throws {
          let vault = Vault()
          try commit(vault, in: context)
        }
        """
    ).expect("insert-before-relate")
  }

  @Test(arguments: [
    Case(
      "only where it is new, and before",
      """
      func commit(_ vault: Vault, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        if vault.modelContext == nil { context.insert(vault) }
        vault.coins.append(coin)
      }
      """),
    Case(
      "only where it is new, and what is not new is related at once",
      """
      func commit(_ vault: Vault, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        guard vault.modelContext == nil else {
          vault.coins.append(coin)
          return
        }
        context.insert(vault)
        vault.coins.append(coin)
      }
      """),
    Case(
      "only where something says so, and later",
      """
      func commit(_ vault: Vault, isNew: Bool, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        vault.coins.append(coin)
        if isNew { context.insert(vault) }
      }
      """),
    Case(
      "only along with another",
      """
      func commit(_ vault: Vault, in context: ModelContext) {
        let coin = Coin()
        context.insert(coin)
        coin.vault = vault
      }
      """),
  ])
  func `a function that inserts its argument only sometimes draws nothing`(_ function: Case) {
    MarkedSource(Self.vault + function.text).expect("insert-before-relate")
  }

  @Test func `an object that a helper inserts with its own may have been inserted before`() {
    let source = MarkedSource(
      Self.vault + """
        enum Marks {
          static func mark(_ vault: Vault, in context: ModelContext) {
            context.insert(Coin(vault: vault))
          }
        }
        func check(_ vault: Vault?, in context: ModelContext) {
          let coin = Coin(vault: vault)
          context.insert(coin)
          if let vault { Marks.mark(vault, in: context) }
        }
        func checkAll(in context: ModelContext) throws {
          for vault in try context.fetch(FetchDescriptor<Vault>()) { check(vault, in: context) }
        }
        """)
    #expect(
      source.findings(of: "insert-before-relate").map { $0.message.prefix { $0 != ":" } } == [
        "'Coin' is made with 'vault' before 'coin' is inserted into a context",
        "'Coin' is made with 'vault' before 'coin' is inserted into a context",
      ])
  }

  @Test func `a method that relates from both sides is reported once`() {
    let source = MarkedSource(
      Self.vault + """
        func fill(in context: ModelContext) {
          let vault = Vault()
          vault.refill(in: context)
          context.insert(vault)
        }
        """)
    #expect(
      source.findings(of: "insert-before-relate").map { $0.message.prefix { $0 != ":" } } == [
        "'refill' relates an object of its own to 'vault' before 'vault' is inserted into a context"
      ])
  }

  @Test func `a cast that may fail relates only objects that it can apply to`() {
    MarkedSource(
      Self.vault + """
        @Model final class Token { var name = "" }
        func link(_ item: any PersistentModel, to coin: Coin) { coin.vault = item as? Vault }
        func add(in context: ModelContext) {
          let coin = Coin()
          context.insert(coin)
          link(Token(), to: coin)
          let token: any PersistentModel = Token()
          coin.vault = token as? Vault
          let vault: any PersistentModel = Vault()
          coin.vault = vault as? Vault  // warning
          let other: any PersistentModel = Vault()
          coin.vault = other as! Vault  // warning
          let third: any PersistentModel = Vault()
          if let third = third as? Vault { coin.vault = third }  // warning
          context.insert(vault)
          context.insert(other)
          context.insert(third)
        }
        """
    ).expect("insert-before-relate")
  }
}
