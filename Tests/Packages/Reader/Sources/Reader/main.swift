import MigrateKit

// Makes a store of the first version of a model and takes it to the newest.
let (schemas, store) = (CommandLine.arguments[1], CommandLine.arguments[2])
let history = try SchemaReader.history(inDirectory: schemas)
if let first = history.versions.first { try StoreCreator.create(at: store, of: first) }
switch try Migrator(history: history).apply(to: store) {
case .alreadyCurrent: print("nothing to do")
case .migrated(let summary): print("now version \(summary.target)")
case .rehearsed: print("only tried")
}
