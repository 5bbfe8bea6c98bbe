import Foundation
import MigrateKit
import Names

let (path, epilogue) = (CommandLine.arguments[1], CommandLine.arguments[2])

guard let schemas = Bundle.module.url(forResource: "Schemas", withExtension: nil) else {
  fatalError("the app's bundle has no schema files")
}

// What the first release of the app left behind, so that there is something to migrate.
try StoreCreator.create(
  at: path, of: SchemaReader.read(file: schemas.appending(path: "V1.yaml").path))

let store = try LibraryStore(at: path, schemas: schemas)
do {
  try store.prepare { if $0.hasPrefix("now") { print($0) } }
} catch let error as MigrationError {
  let (user, log) = store.explain(error)
  print(([user] + log).joined(separator: "\n"))
}

// An app that was migrated is backed up, brought back and verified.
try store.backUp(to: "\(path).json")
try store.bringBack("\(path).json")
print(try store.isSound() ? "sound" : "not sound")

// All other names, with another model. It throws what is not as its page says.
let folder = URL(filePath: path).deletingLastPathComponent()
try Tour(schemas: epilogue, folder: folder.path).run()
