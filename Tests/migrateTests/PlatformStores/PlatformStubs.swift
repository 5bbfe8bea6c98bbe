import TestSupport

/// Modules with the declarations of SwiftData and Core Data that written source uses, so that the source can
/// be type-checked on a machine without them.
enum PlatformStubs {
  /// Type-checks files of a workshop as one module, and returns the compiler's output.
  static func typecheck(_ files: [String], in workshop: Workshop) throws -> String {
    try writeModules(to: workshop)
    return try workshop.start(
      ["swiftc", "-typecheck", "-warnings-as-errors", "-parse-as-library"] + common + files
    ).finish().error
  }

  /// Builds a program from files of a workshop, among them `main.swift`, and returns the compiler's
  /// output.
  static func build(_ program: String, of files: [String], in workshop: Workshop) throws -> String {
    try writeModules(to: workshop)
    let objects = modules.map { "Stubs/\($0.name).o" }
    return try workshop.start(["swiftc", "-o", program] + common + files + objects).finish().error
  }

  private static let modules = [
    (name: "CoreData", source: coreData), (name: "SwiftData", source: swiftData),
  ]
  private static let common = ["-swift-version", "6", "-I", "Stubs"]

  private static func writeModules(to workshop: Workshop) throws {
    for (name, source) in modules {
      try workshop.write(source, to: "Stubs/\(name).swift")
      let words =
        ["swiftc", "-c", "-emit-module", "-parse-as-library", "-module-name", name]
        + ["Stubs/\(name).swift", "-emit-module-path", "Stubs/\(name).swiftmodule"]
        + ["-o", "Stubs/\(name).o"]
      let run = try workshop.start(words + common).finish()
      guard run.status == 0 else { throw Failure(message: run.error) }
    }
  }

  private struct Failure: Error { let message: String }

  /// Whether a compiler exists.
  static let hasCompiler: Bool = {
    // The folder of a workshop is removed with it.
    guard let workshop = try? Workshop() else { return false }
    let run = try? workshop.start(["swiftc", "--version"]).finish()
    return withExtendedLifetime(workshop) { run?.status == 0 }
  }()

  private static let coreData = """
    import Foundation
    public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
    public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
    public protocol NSFetchRequestResult: AnyObject {}
    public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
    open class NSManagedObject: NSObject, NSFetchRequestResult {
      public var objectID: NSManagedObjectID { NSManagedObjectID() }
      public var entity: NSEntityDescription { NSEntityDescription() }
      public func value(forKey key: String) -> Any? { nil }
      public func setValue(_ value: Any?, forKey key: String) {}
    }
    public class NSManagedObjectID: NSObject {}
    public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
      try body()
    }
    public class NSEntityDescription: NSObject {
      public var name: String? { nil }
      public var relationshipsByName: [String: NSRelationshipDescription] { [:] }
    }
    public class NSRelationshipDescription: NSObject {}
    extension NSPredicate {
      public convenience init(format: String, _ argument: String) { self.init(value: true) }
    }
    public class NSFetchRequest<Result> {
      public var predicate: NSPredicate?
      public init(entityName: String) {}
    }
    public class NSManagedObjectModel: @unchecked Sendable {
      public init() {}
      public func isConfiguration(
        withName name: String?, compatibleWithStoreMetadata metadata: [String: Any]
      ) -> Bool { true }
    }
    public class NSPersistentStore {
      public struct StoreType: Sendable { public static let sqlite = StoreType() }
    }
    public class NSPersistentStoreCoordinator: @unchecked Sendable {
      public init(managedObjectModel: NSManagedObjectModel) {}
      /// A store of the stubs is a file with its version hashes as JSON.
      public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
      ) throws -> [String: Any] {
        let hashes = try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: url))
        return [NSStoreModelVersionHashesKey: hashes]
      }
      public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL,
        options: [AnyHashable: Any]? = nil
      ) throws -> NSPersistentStore { NSPersistentStore() }
      public func remove(_ store: NSPersistentStore) throws {}
      public var persistentStores: [NSPersistentStore] { [] }
    }
    public class NSManagedObjectContext: @unchecked Sendable {
      public struct ConcurrencyType: Sendable {
        public static let privateQueueConcurrencyType = ConcurrencyType()
      }
      public var persistentStoreCoordinator: NSPersistentStoreCoordinator?
      public init(concurrencyType: ConcurrencyType) {}
      public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }
      public func count<T>(for request: NSFetchRequest<T>) throws -> Int { 0 }
      public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] { [] }
      public func delete(_ object: NSManagedObject) {}
      public func save() throws {}
      public func rollback() {}
    }
    public class NSPersistentContainer: @unchecked Sendable {
      public init() {}
      public var persistentStoreCoordinator: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
      }
    }
    """

  private static let swiftData = """
    import Foundation
    import CoreData
    public struct PersistentIdentifier: Hashable, Sendable {}
    public protocol PersistentModel: AnyObject, Hashable {}
    extension PersistentModel {
      public var persistentModelID: PersistentIdentifier { PersistentIdentifier() }
      public static func == (one: Self, other: Self) -> Bool { one === other }
      public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    extension NSManagedObjectModel {
      public static func makeManagedObjectModel(
        for types: [any PersistentModel.Type]
      ) -> NSManagedObjectModel? { nil }
    }
    public protocol VersionedSchema {
      static var models: [any PersistentModel.Type] { get }
      static var versionIdentifier: Schema.Version { get }
    }
    public class Schema: @unchecked Sendable {
      public struct Version: Sendable {
        public let major: Int
        public let minor: Int
        public let patch: Int
      }
      public init(versionedSchema: any VersionedSchema.Type) {}
    }
    public struct ModelConfiguration: Sendable {
      public struct CloudKitDatabase: Sendable { public static let none = CloudKitDatabase() }
      public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .none
      ) {}
    }
    public class ModelContainer: @unchecked Sendable {
      public init(for schema: Schema, configurations: [ModelConfiguration] = []) throws {}
    }
    public struct FetchDescriptor<Model: PersistentModel> { public init() {} }
    public class ModelContext {
      public init(_ container: ModelContainer) {}
      public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int { 0 }
      public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] { [] }
      public func fetchIdentifiers<Model>(
        _ descriptor: FetchDescriptor<Model>
      ) throws -> [PersistentIdentifier] { [] }
      public func delete<Model: PersistentModel>(_ model: Model) {}
      public func save() throws {}
      public func rollback() {}
    }
    """
}
