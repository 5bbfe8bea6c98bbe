import Foundation
import MigrateKit

// Makes a store of the first version of a model and takes it to the newest, as an app does.
let (schemas, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
let store = try LibraryStore(at: path, schemas: URL(filePath: schemas))
if let first = store.history.versions.first { try StoreCreator.create(at: path, of: first) }
do {
  try store.prepare { if $0.hasPrefix("now") { print($0) } }
} catch let error as MigrationError {
  print(store.explain(error))
}
