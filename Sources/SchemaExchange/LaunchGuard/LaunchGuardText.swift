/// The parts of a launch guard that are the same for every model.
enum LaunchGuardText {
  /// The states of a store before a container opens it, and the errors.
  static let states = #"""
      /// A version of the model, as stores of it say it.
      struct Version: Sendable {
        /// Its number.
        let number: String
        /// The version hash of each entity, in hexadecimal digits.
        let hashes: [String: String]
        /// The entities whose objects all arrive in the newest version, with their names there.
        let kept: [String: String]
      }

      /// What a store is before a container opens it.
      enum State: Equatable, Sendable {
        /// There is no store yet.
        case missing
        /// The store has the newest version.
        case current
        /// The store has an older version, so that a migration is due.
        case older(String)
        /// A newer version of the app wrote the store.
        case newer(String)
        /// The store has the hashes of several versions, so that a migration plan with all of them is refused.
        case duplicate([String])
        /// No version that the app knows wrote the store.
        case unknown
      }

      /// A reason why a store was not opened. The store is as it was before.
      enum Failure: Error {
        /// The state of the store does not allow opening it.
        case refused(State)
        /// There is no room for a copy of the store.
        case noRoom(neededBytes: Int64, freeBytes: Int64)
        /// No model that was passed is the model of the store.
        case missingModel(version: String)
        /// The metadata could not be read, the copy could not be made, its objects could not be counted, or the
        /// record could not be written.
        case files(any Error)
        /// The platform could not migrate the store, and the copy was put back.
        case migration(from: String, any Error)
        /// The app ended during the last migration.
        case interrupted
        /// As many attempts as allowed have failed, the last one with this error. The store was not touched.
        case gaveUp(from: String, attempts: Int, error: String)
        /// The number of objects of an entity is wrong after the migration, and the copy was put back.
        case count(entity: String, expected: Int, found: Int)
        /// The copy could not be put back. It remains in a folder next to the store.
        case putBack(copy: URL, cause: any Error, any Error)
      }

      /// The record of the last launch, in a file next to the store.
      struct Record: Codable, Sendable {
        /// Whether a migration has begun and not ended.
        var isMigrating: Bool
        /// The version that the migration starts from; nil where there was no migration.
        var from: String?
        /// The newest version that the app knew.
        var to: String
        /// The version hashes of the store.
        var hashes: [String: String]
        /// The number of objects of each entity before the migration.
        var before: [String: Int]
        /// The number of objects of each entity after the migration.
        var after: [String: Int]
        /// The end of the last migration.
        var date: Date
        /// The attempts of the migration that have begun since the last one that succeeded.
        var attempts: Int?
        /// The error of the last attempt; nil if the app ended during the attempt.
        var error: String?
        /// The build of the app that made the attempts.
        var build: String?
      }

    """#

  /// The functions that read the state of a store.
  static let reading = #"""

      /// Reads the state of a store from its metadata. The store is not opened and not changed.
      static func state(of store: URL) throws -> State {
        guard FileManager.default.fileExists(atPath: store.path) else { return .missing }
        return state(of: try hashes(of: store), recordedBeside: store)
      }

      private static func state(of hashes: [String: String], recordedBeside store: URL) -> State {
        let known = versions.filter { $0.hashes == hashes }.map(\.number)
        if known.count > 1 { return .duplicate(known) }
        if let number = known.first { return number == newest.number ? .current : .older(number) }
        guard let record = record(of: store), record.hashes == hashes, isNewer(record.to) else {
          return .unknown
        }
        return .newer(record.to)
      }

      private static func isNewer(_ number: String) -> Bool {
        number.compare(newest.number, options: .numeric) == .orderedDescending
      }

      private static func hashes(of store: URL) throws -> [String: String] {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
          type: .sqlite, at: store)
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        return hashes.mapValues { $0.map { byte in hexadecimal(byte) }.joined() }
      }

      private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }

    """#

  /// The functions that open a store; `MODEL`, `MODELS` and `CONTAINER` stand for names of the platform.
  static let opening = #"""

      /// Opens a store, after a migration where one is due.
      ///
      /// - Parameters:
      ///   - store: The file of the store.
      ///   - MODELS: The model of each version that the app knows, to count the objects before a migration.
      ///   - attempts: The number of failed attempts after which this build of the app stops trying.
      ///   - opening: Opens the container at the file, and so lets the platform migrate it.
      /// - Throws: ``Failure``. After a failed migration the copy has been put back. `opening` may throw an
      ///   error of its own where no migration is due.
      static func open(
        _ store: URL,
        MODELS: [MODEL],
        attempts: Int = 3,
        opening: () throws -> CONTAINER
      ) throws -> CONTAINER {
        try recover(store)
        let state: State
        do {
          state = try self.state(of: store)
        } catch {
          throw Failure.files(error)
        }
        switch state {
        case .missing:
          return try opening()
        case .current:
          let container = try opening()
          let record = Record(
            isMigrating: false, to: newest.number, hashes: newest.hashes, before: [:], after: [:],
            date: Date())
          if self.record(of: store)?.hashes != newest.hashes { try? write(record, of: store) }
          return container
        case .older(let number):
          let failed = failedAttempts(recordedIn: self.record(of: store), from: number)
          guard failed < attempts else {
            let error = self.record(of: store)?.error ?? "the app ended during the migration"
            throw Failure.gaveUp(from: number, attempts: failed, error: error)
          }
          return try migrate(store, from: number, afterAttempts: failed, MODELS, opening)
        case .newer(let number):
          throw Failure.refused(.newer(number))
        case .duplicate(let numbers):
          throw Failure.refused(.duplicate(numbers))
        case .unknown:
          throw Failure.refused(.unknown)
        }
      }

      /// Forgets failed attempts, so that the next launch tries the migration again.
      static func forgetAttempts(of store: URL) throws {
        guard var record = record(of: store) else { return }
        record.attempts = nil
        record.error = nil
        try write(record, of: store)
      }

      /// The failed attempts of a migration from a version to the newest one. An update of the app starts anew,
      /// because it may have a remedy.
      private static func failedAttempts(recordedIn record: Record?, from number: String) -> Int {
        guard let record, record.from == number, record.to == newest.number, record.build == build
        else { return 0 }
        return record.attempts ?? 0
      }

      private static var build: String? {
        Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
      }

      private static func migrate(
        _ store: URL,
        from number: String,
        afterAttempts failed: Int,
        _ MODELS: [MODEL],
        _ opening: () throws -> CONTAINER
      ) throws -> CONTAINER {
        let kept = versions.first { $0.number == number }?.kept ?? [:]
        let earlier = self.record(of: store)
        var record: Record
        do {
          let copy = try copy(store)
          // What opened the copy is released before the copy gets its name.
          let before = try autoreleasepool {
            try counts(of: kept.keys, inCopy: copy, from: number, MODELS)
          }
          record = Record(
            isMigrating: true, from: number, to: newest.number, hashes: try hashes(of: store),
            before: before, after: [:], date: Date(), attempts: failed + 1, build: build)
          try write(record, of: store)
          // From here on, a launch that finds the copy puts it back.
          try FileManager.default.moveItem(at: draftFolder(of: store), to: copyFolder(of: store))
        } catch {
          try? FileManager.default.removeItem(at: draftFolder(of: store))
          // Nothing was tried, so no attempt is counted.
          if let earlier { try? write(earlier, of: store) }
          if let failure = error as? Failure { throw failure }
          throw Failure.files(error)
        }
        do {
          // After an error the container is released before the copy is put back.
          let container = try autoreleasepool {
            try opened(store, &record, kept, MODELS, opening)
          }
          do {
            try removeCopy(of: store)
          } catch {
            try? close(container)
            throw error
          }
          return container
        } catch {
          try putBack(store, after: error)
          if let failure = error as? Failure { throw failure }
          throw Failure.migration(from: number, error)
        }
      }

      private static func opened(
        _ store: URL,
        _ record: inout Record,
        _ kept: [String: String],
        _ MODELS: [MODEL],
        _ opening: () throws -> CONTAINER
      ) throws -> CONTAINER {
        let container = try opening()
        do {
          let names = Set(kept.values).union(requiredCounts.keys)
          record.after = try counts(of: names, in: container, MODELS)
          record.hashes = try hashes(of: store)
          try compare(record, kept)
          record.isMigrating = false
          record.attempts = nil
          record.date = Date()
          try write(record, of: store)
        } catch {
          try? close(container)
          throw error
        }
        return container
      }

      private static func compare(_ record: Record, _ kept: [String: String]) throws {
        for (old, new) in kept.sorted(by: { $0.key < $1.key }) {
          let (expected, found) = (record.before[old] ?? 0, record.after[new] ?? 0)
          guard expected == found else {
            throw Failure.count(entity: new, expected: expected, found: found)
          }
        }
        for (entity, expected) in requiredCounts.sorted(by: { $0.key < $1.key }) {
          let found = record.after[entity] ?? 0
          guard expected == found else {
            throw Failure.count(entity: entity, expected: expected, found: found)
          }
        }
      }

    """#

  /// The functions for the copy of a store and the record of the last launch.
  static let files = #"""

      /// Puts the copy back where the app ended during a migration.
      private static func recover(_ store: URL) throws {
        // A copy that was not made to the end is of no use, nor is one of a migration that has ended.
        for folder in [draftFolder(of: store)] + doneFolders(of: store) {
          try? FileManager.default.removeItem(at: folder)
        }
        guard FileManager.default.fileExists(atPath: copyFolder(of: store).path) else { return }
        try putBack(store, after: Failure.interrupted)
      }

      /// Ends a migration: no later launch finds a copy to put back.
      private static func removeCopy(of store: URL) throws {
        // If the folder cannot be removed now, a later launch removes it, and none finds its name taken.
        let done = beside(store, "launch-done-\(UUID().uuidString)")
        try FileManager.default.moveItem(at: copyFolder(of: store), to: done)
        try? FileManager.default.removeItem(at: done)
      }

      /// The store, its journals and its folder of external data, as far as they exist.
      private static func parts(of store: URL) -> [URL] {
        let folder = store.deletingLastPathComponent()
        let name = store.lastPathComponent
        let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
        let names = [name, name + "-wal", name + "-journal", support]
        return names.map { folder.appendingPathComponent($0) }
          .filter { FileManager.default.fileExists(atPath: $0.path) }
      }

      /// A copy that is being made.
      private static func draftFolder(of store: URL) -> URL { beside(store, "launch-copying") }

      /// The copy of before a migration that has not ended.
      private static func copyFolder(of store: URL) -> URL { beside(store, "launch-copy") }

      /// The copies that are not needed any more.
      private static func doneFolders(of store: URL) -> [URL] {
        let folder = store.deletingLastPathComponent()
        let beginning = beside(store, "launch-done-").lastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(beginning) }.map { folder.appendingPathComponent($0) }
      }

      private static func recordFile(of store: URL) -> URL { beside(store, "launch.json") }

      private static func beside(_ store: URL, _ ending: String) -> URL {
        store.deletingLastPathComponent()
          .appendingPathComponent("\(store.lastPathComponent).\(ending)")
      }

      /// Copies the store, and returns the file of the copy.
      private static func copy(_ store: URL) throws -> URL {
        let folder = draftFolder(of: store)
        let needed = try parts(of: store).reduce(0) { try $0 + size(of: $1) }
        let system = try FileManager.default.attributesOfFileSystem(
          forPath: store.deletingLastPathComponent().path)
        let free = (system[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        // The platform writes a second store while it migrates.
        guard free > needed * 2 else {
          throw Failure.noRoom(neededBytes: needed * 2, freeBytes: free)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for part in parts(of: store) {
          let copy = folder.appendingPathComponent(part.lastPathComponent)
          try FileManager.default.copyItem(at: part, to: copy)
        }
        return folder.appendingPathComponent(store.lastPathComponent)
      }

      private static func size(of file: URL) throws -> Int64 {
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
          return (attributes[.size] as? NSNumber)?.int64Value ?? 0
        }
        return try FileManager.default.contentsOfDirectory(at: file, includingPropertiesForKeys: nil)
          .reduce(0) { try $0 + size(of: $1) }
      }

      /// Puts the copy in the place of the store. The copy is kept until all of it is back.
      private static func putBack(_ store: URL, after cause: any Error) throws {
        let folder = copyFolder(of: store)
        do {
          let shared = store.deletingLastPathComponent()
            .appendingPathComponent(store.lastPathComponent + "-shm")
          for part in parts(of: store) + [shared]
          where FileManager.default.fileExists(atPath: part.path) {
            try FileManager.default.removeItem(at: part)
          }
          let copies = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
          for copy in copies where !copy.lastPathComponent.hasSuffix("-shm") {
            let part = store.deletingLastPathComponent()
              .appendingPathComponent(copy.lastPathComponent)
            try FileManager.default.copyItem(at: copy, to: part)
          }
          if var record = record(of: store) {
            record.isMigrating = false
            record.hashes = try hashes(of: store)
            if case Failure.interrupted = cause {} else { record.error = "\(cause)" }
            try write(record, of: store)
          }
          try removeCopy(of: store)
        } catch {
          throw Failure.putBack(copy: folder, cause: cause, error)
        }
      }

      /// The problems of a store that need no container to be found: a state that no container opens, a
      /// migration that has not ended, failed attempts to migrate, or a copy that was left behind.
      static func healthCheck(_ store: URL) -> [String] {
        var problems: [String] = []
        do {
          let state = try state(of: store)
          if state != .current { problems.append("the state of the store is \(state)") }
        } catch {
          problems.append("the metadata of the store cannot be read: \(error)")
        }
        let record = record(of: store)
        if record?.isMigrating == true {
          problems.append("a migration of the store has not ended")
        }
        if let record, !record.isMigrating, let attempts = record.attempts {
          let error = record.error.map { ", the last one with \($0)" } ?? ""
          problems.append(
            "failed attempts to migrate from \(record.from ?? "an older version"): \(attempts)\(error)")
        }
        let copy = copyFolder(of: store)
        if FileManager.default.fileExists(atPath: copy.path) {
          problems.append("a copy of the store remains in '\(copy.lastPathComponent)'")
        }
        return problems
      }

      /// The record of the last launch; nil if no record exists.
      static func record(of store: URL) -> Record? {
        guard let data = try? Data(contentsOf: recordFile(of: store)) else { return nil }
        return try? JSONDecoder().decode(Record.self, from: data)
      }

      private static func write(_ record: Record, of store: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(record).write(to: recordFile(of: store), options: .atomic)
      }

    """#

  /// The functions that count objects and save them with SwiftData.
  static let swiftData = #"""

      private static func counts(
        of entities: some Collection<String>, inCopy copy: URL, from number: String,
        _ schemas: [any VersionedSchema.Type]
      ) throws -> [String: Int] {
        let found = try schema(number, schemas)
        let schema = Schema(versionedSchema: found)
        let configuration = ModelConfiguration(
          schema: schema, url: copy, allowsSave: false, cloudKitDatabase: .none)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        return try counts(of: entities, found.models, ModelContext(container))
      }

      private static func counts(
        of entities: some Collection<String>, in container: ModelContainer,
        _ schemas: [any VersionedSchema.Type]
      ) throws -> [String: Int] {
        try counts(of: entities, schema(newest.number, schemas).models, ModelContext(container))
      }

      private static func schema(
        _ number: String, _ schemas: [any VersionedSchema.Type]
      ) throws -> any VersionedSchema.Type {
        let found = schemas.first { schema in
          let version = schema.versionIdentifier
          return "\(version.major).\(version.minor).\(version.patch)" == number
        }
        guard let found else { throw Failure.missingModel(version: number) }
        return found
      }

      private static func counts(
        of entities: some Collection<String>, _ models: [any PersistentModel.Type],
        _ context: ModelContext
      ) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for model in models where entities.contains(String(describing: model)) {
          counts[String(describing: model)] = try autoreleasepool { try count(model, context) }
        }
        for entity in entities where counts[entity] == nil {
          throw Failure.missingModel(version: entity)
        }
        return counts
      }

      private static func count<Model: PersistentModel>(
        _ model: Model.Type, _ context: ModelContext
      ) throws -> Int {
        try context.fetchCount(FetchDescriptor<Model>())
      }

      /// SwiftData closes a store with the last reference to its container.
      private static func close(_ container: ModelContainer) throws {}

      /// Saves the changes of a context, or takes all of them back.
      static func saveOrRollBack(_ context: ModelContext) throws {
        do {
          try context.save()
        } catch {
          context.rollback()
          throw error
        }
      }

    """#

  /// The functions that count objects and save them with Core Data.
  static let coreData = #"""

      private static func counts(
        of entities: some Collection<String>, inCopy copy: URL, from number: String,
        _ models: [NSManagedObjectModel]
      ) throws -> [String: Int] {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
          type: .sqlite, at: copy)
        let found = models.first {
          $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
        guard let found else { throw Failure.missingModel(version: number) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: found)
        let opened = try coordinator.addPersistentStore(
          type: .sqlite, configuration: nil, at: copy,
          options: [NSReadOnlyPersistentStoreOption: true])
        defer { try? coordinator.remove(opened) }
        return try counts(of: entities, coordinator)
      }

      private static func counts(
        of entities: some Collection<String>, in container: NSPersistentContainer,
        _ models: [NSManagedObjectModel]
      ) throws -> [String: Int] {
        try counts(of: entities, container.persistentStoreCoordinator)
      }

      private static func counts(
        of entities: some Collection<String>, _ coordinator: NSPersistentStoreCoordinator
      ) throws -> [String: Int] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let names = Array(entities)
        return try context.performAndWait {
          var counts: [String: Int] = [:]
          for name in names {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
            counts[name] = try autoreleasepool { try context.count(for: request) }
          }
          return counts
        }
      }

      private static func close(_ container: NSPersistentContainer) throws {
        let coordinator = container.persistentStoreCoordinator
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }

      /// Saves the changes of a context, or takes all of them back.
      static func saveOrRollBack(_ context: NSManagedObjectContext) throws {
        do {
          try context.save()
        } catch {
          context.rollback()
          throw error
        }
      }

    """#
}
