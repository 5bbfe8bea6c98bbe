import TestSupport
import Testing

/// Backups of stores in the platform's form, and the stores restored from them.
struct PlatformBackupTests {
  @Test func `lists are backed up as bytes, and the restored store is sound`() throws {
    let workshop = try Workshop()
    func write(tags: String, moods: String) throws {
      try workshop.write(
        """
        schema: Library
        version: 1.0.0
        entities:
          Note:
            attributes: {text: string?, tags: \(tags), moods: \(moods)}
        """, to: "Schemas/V1.yaml")
    }
    try write(tags: "transformable", moods: "transformable?")
    _ = try workshop.migrate(
      "create", "app.store", "--layout", "coredata", "--sample", "5", "--schemas", "Schemas")
    _ = try workshop.sqlite("app.store", "UPDATE ZNOTE SET ZMOODS = x'62706c' WHERE Z_PK = 2")
    try write(tags: "\"[string] = []\"", moods: "\"[string]?\"")

    let verified = try workshop.migrate("verify", "app.store")
    #expect(verified.output == "'app.store' is sound: Library 1.0.0, 5 objects of 1 entity\n")
    #expect(verified.status == 0)
    #expect(try workshop.migrate("backup", "app.store", "--output", "app.json").status == 0)
    #expect(try workshop.migrate("restore", "app.json", "restored.store").status == 0)
    let query = "FROM Note WHERE length(tags) > 0 AND (moods IS x'62706c' OR moods IS NULL)"
    #expect(try workshop.sqlite("restored.store", "SELECT count(*) \(query)") == "5\n")
    let again = try workshop.migrate("verify", "restored.store")
    #expect(again.status == 0, "\(again)")
    #expect("\(again)".contains("[eased-model]"), "\(again)")
    #expect(try workshop.migrate("backup", "restored.store", "-o", "again.json").status == 0)
    #expect(try workshop.text("again.json") == workshop.text("app.json"))
  }

  @Test func `a store with several unique keys and lists is the same after a restore`() throws {
    let workshop = try Workshop()
    try workshop.write(
      """
      schema: Library
      version: 1.0.0
      entities:
        Book:
          attributes: {title: string = "", isbn: string = "", code: string?, tags: "[string] = []"}
          unique: [[title, isbn], [isbn, code], [code]]
      """, to: "Schemas/V1.yaml")
    _ = try workshop.migrate("create", "own.store", "--sample", "20", "--schemas", "Schemas")
    #expect(try workshop.migrate("backup", "own.store", "-o", "own.json").status == 0)
    #expect(try workshop.migrate("restore", "own.json", "restored.store").status == 0)
    for store in ["own.store", "restored.store"] {
      #expect(
        try workshop.migrate("verify", store).output
          == "'\(store)' is sound: Library 1.0.0, 20 objects of 1 entity\n")
    }
    #expect(try workshop.migrate("backup", "restored.store", "-o", "again.json").status == 0)
    #expect(try workshop.text("again.json") == workshop.text("own.json"))
  }
}
