public import SchemaModel
public import SchemaYAML

/// The reader of schema files: one version, or all versions in a folder.
///
/// ```swift
/// let history = try SchemaReader.history(inDirectory: "Schemas/Epilogue")
/// history.newest?.schema.version // 4.0.0
/// ```
///
/// It throws ``DiagnosticsError`` with all problems of all files, each with its line.
public typealias SchemaReader = SchemaYAML.SchemaReader

/// All versions of a model, the oldest first.
///
/// ```swift
/// let history = try SchemaReader.history(inDirectory: "Schemas/Epilogue")
/// history.versions.count // 4
/// history[Version(2)]?.schema.entities.count // the entities of version 2.0.0
/// ```
public typealias SchemaHistory = SchemaModel.SchemaHistory

/// One version as its file says it: the model, and the migration to it.
///
/// ```swift
/// let document = try SchemaReader.read(file: "Schemas/Epilogue/V1.yaml")
/// try StoreCreator.create(at: "library.store", of: document) // an empty store of version 1.0.0
/// ```
public typealias SchemaDocument = SchemaModel.SchemaDocument

/// The model of one version: its entities with their attributes and relationships.
///
/// ```swift
/// let schema: Schema? = history.newest?.schema
/// schema?.entity(named: "BookModel")?.attribute(named: "title")?.isOptional // false
/// ```
public typealias Schema = SchemaModel.Schema

/// The version of a schema: three numbers.
///
/// ```swift
/// Version("1.10") // 1.10.0, after 1.9.0
/// Version("one")  // nil
/// ```
public typealias Version = SchemaModel.Version
