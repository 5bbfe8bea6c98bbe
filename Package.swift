// swift-tools-version: 6.2
import PackageDescription

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// MARK: - SwiftSyntax, from the running toolchain

/// The library that this file was loaded with, which is the running toolchain's own.
func manifestLibrary() -> Substring? {
  #if os(Linux)
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    defer { free(line) }
    var capacity = 0
    while getline(&line, &capacity, maps) > 0, let text = line {
      let mapping = String(cString: text).dropLast()
      guard mapping.hasSuffix("/libPackageDescription.so") else { continue }
      return mapping.firstIndex(of: "/").map { mapping[$0...] }
    }
    return nil
  #else
    var info = Dl_info()
    guard dladdr(unsafeBitCast(Package.self, to: UnsafeRawPointer.self), &info) != 0,
      let file = info.dli_fname
    else { return nil }
    return String(cString: file)[...]
  #endif
}

/// The folder of the toolchain that has SwiftSyntax and SwiftParser: `usr/lib/swift/host`.
///
/// It is three steps away from the library, `usr/lib/swift/pm/ManifestAPI/…`. The environment
/// variable `MIGRATE_SWIFT_HOST` names another one.
func hostFolder() -> String? {
  if let named = Context.environment["MIGRATE_SWIFT_HOST"] { return named }
  guard let library = manifestLibrary() else { return nil }
  return library.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/host"
}

/// The folder, if it has what is needed.
///
/// Without it, all is built but what reads Swift source.
let swiftHost: String? = {
  let folder = hostFolder() ?? "(unknown)"
  if access(folder + "/SwiftParser.swiftmodule", R_OK) == 0 { return folder }
  let message =
    "'migrate-swift' is left out: there is no SwiftParser in '\(folder)'; set MIGRATE_SWIFT_HOST "
    + "to the folder usr/lib/swift/host of a toolchain that has it\n"
  _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  return nil
}()

// MARK: - C libraries, from the system's package manager

let systemLibraries: [Target] = [
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CYAML", pkgConfig: "yaml-0.1",
    providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
  .systemLibrary(
    name: "CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .systemLibrary(
    name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
]

/// What makes the command contain the C libraries and Swift's own, where a folder with the static forms
/// of the former is named.
///
/// Most of the time that a command takes to start is spent on finding what others contain. The folder
/// comes first by the descriptions for pkg-config in it; here it is named for the compiler's own.
/// The toolchain's linker makes a command that starts faster than the system's does. Only the link is
/// told, so the objects are the same for both commands. Names that nobody outside looks up are not
/// exported, so that what is never called can be left out; functions of the same code become one. The command
/// has its addresses fixed, so that nothing is to be relocated at each start, and no tables for unwinding the
/// stack, which nothing throws through. The static form of FoundationEssentials does not say which others it
/// needs.
let staticLibraries: [LinkerSetting] =
  Context.environment["MIGRATE_STATIC_LIBRARIES"].map { folder in
    [
      .unsafeFlags(
        [
          "-L", folder, "-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-static-libgcc",
          "-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all",
          "-Xlinker", "--no-eh-frame-hdr", "-Xlinker",
          "--script=\(Context.packageDirectory)/packaging/without-unwinding.ld",
          "-lswiftSynchronization",
        ],
        .when(platforms: [.linux]))
    ]
  } ?? []

// MARK: - The floors: a target imports only what stands below it

let floor1: [Target] = [
  // The pages of the rules and problems, embedded from Documentation: bytes, and no code of C.
  .target(name: "CPages"),
  // The JSON Schema of schema files, embedded from Schemas: bytes, and no code of C.
  .target(name: "CEditorSchema"),
  .target(name: "Threads"),
  .target(name: "Diagnostics"),
  .target(name: "JSON", dependencies: ["Diagnostics"]),
  .target(name: "Digests", dependencies: ["CCrypto"]),
  .target(name: "Files"),
  .target(name: "Deflate", dependencies: ["CZlib"]),
  .target(name: "ArgumentParsing", dependencies: ["Diagnostics"]),
  .target(name: "Terminal", dependencies: ["Diagnostics", "Files", "Threads"]),
  .target(name: "Programs", dependencies: ["Files", "Threads"]),
  .target(name: "SchemaModel", dependencies: ["Diagnostics", "Digests", "Threads"]),
  .target(name: "SQLText"),
  .target(name: "SQLite", dependencies: ["CSQLite", "Diagnostics", "Digests", "Files", "SQLText"]),
]

let floor2: [Target] = [
  .target(name: "Reports", dependencies: ["Diagnostics", "Digests", "JSON"]),
  .target(name: "SchemaLock", dependencies: ["Diagnostics", "Files", "SchemaModel"]),
  .target(
    name: "SchemaYAML",
    dependencies: [
      "CEditorSchema", "CYAML", "Diagnostics", "Digests", "Files", "SchemaModel", "Threads",
    ]),
  .target(
    name: "MigrationPlanner",
    dependencies: ["Diagnostics", "Digests", "SchemaModel", "SQLText", "Threads"]),
  .target(
    name: "SchemaLint",
    dependencies: [
      "CPages", "Diagnostics", "MigrationPlanner", "SchemaModel", "SQLText", "Threads",
    ]),
  .target(
    name: "StoreLayout",
    dependencies: [
      "Diagnostics", "Digests", "Files", "JSON", "SchemaModel", "SQLite", "SQLText", "Threads",
    ]),
  .target(
    name: "SchemaExchange",
    dependencies: [
      "Deflate", "Diagnostics", "Digests", "Files", "JSON", "Reports", "SchemaModel", "SQLite",
      "StoreLayout",
    ]),
  .target(
    name: "HTMLReport",
    dependencies: [
      "Diagnostics", "MigrationPlanner", "Reports", "SchemaExchange", "SchemaModel",
    ]),
]

let floor3: [Target] = [
  .target(
    name: "SchemaFixes", dependencies: ["Diagnostics", "SchemaLint", "SchemaModel", "SchemaYAML"]),
  .target(
    name: "StoreReading",
    dependencies: [
      "Diagnostics", "Files", "SchemaExchange", "SchemaModel", "SQLite", "SQLText", "StoreLayout",
    ]),
  .target(
    name: "StoreLint",
    dependencies: ["Diagnostics", "SchemaLint", "SchemaModel", "SQLite", "StoreLayout"]),
  .target(
    name: "StoreVerification",
    dependencies: [
      "Diagnostics", "Digests", "Files", "SchemaModel", "SchemaYAML", "SQLite", "SQLText",
      "StoreLayout", "StoreReading", "Threads",
    ]),
  .target(
    name: "StoreCreation",
    dependencies: [
      "Deflate", "Diagnostics", "Files", "SchemaExchange", "SchemaModel", "SchemaYAML", "SQLite",
      "SQLText", "StoreLayout", "StoreReading", "StoreVerification",
    ]),
  .target(
    name: "StoreArchive",
    dependencies: ["Deflate", "Digests", "Files", "SQLite", "StoreLayout", "Threads"]),
  .target(
    name: "StoreImport",
    dependencies: [
      "Diagnostics", "Digests", "Files", "JSON", "SchemaModel", "SchemaYAML",
      "SQLite",
      "StoreLayout", "StoreVerification",
    ]),
]

let floor4: [Target] = [
  .target(
    name: "StoreScript",
    dependencies: [
      "Diagnostics", "MigrationPlanner", "SchemaModel", "SQLite", "SQLText", "StoreLayout",
      "Threads",
    ]),
  .target(
    name: "StoreMigration",
    dependencies: [
      "Diagnostics", "Digests", "Files", "JSON", "MigrationPlanner", "SchemaModel", "SQLite",
      "SQLText", "StoreArchive", "StoreCreation", "StoreLayout",
      "StoreScript", "StoreVerification", "Threads",
    ]),
]

let floor5: [Target] = [
  .target(
    name: "StoreTesting",
    dependencies: [
      "Diagnostics", "Files", "MigrationPlanner", "SchemaModel", "SchemaYAML", "SQLite",
      "StoreArchive", "StoreCreation", "StoreLayout", "StoreMigration", "StoreVerification",
    ]),
  .target(
    name: "ProjectCheck",
    dependencies: [
      "Diagnostics", "Files", "MigrationPlanner", "Reports", "SchemaLint", "SchemaLock",
      "SchemaModel", "SchemaYAML", "SQLite", "StoreCreation", "StoreLayout", "StoreLint",
      "StoreReading", "StoreScript", "StoreTesting", "StoreVerification",
    ]),
  .target(
    name: "MigrateKit",
    dependencies: [
      "Diagnostics", "MigrationPlanner", "SchemaModel", "SchemaYAML", "SQLite", "StoreArchive",
      "StoreCreation", "StoreImport", "StoreLayout", "StoreMigration", "StoreVerification",
    ]),
]

let floor6: [Target] = [
  .executableTarget(
    name: "migrate",
    dependencies: [
      "ArgumentParsing", "CPages", "Diagnostics", "Digests", "Files", "HTMLReport", "JSON",
      "MigrationPlanner", "Programs", "ProjectCheck", "Reports", "SchemaExchange", "SchemaFixes",
      "SchemaLint", "SchemaLock", "SchemaModel",
      "SchemaYAML", "SQLite", "StoreArchive", "StoreCreation", "StoreImport", "StoreLayout",
      "StoreLint", "StoreMigration", "StoreReading", "StoreScript", "StoreTesting",
      "StoreVerification", "Terminal",
    ],
    linkerSettings: staticLibraries)
]

// MARK: - What reads Swift source, and only that, is linked to the toolchain's libraries

func readsSwift(_ target: Target, _ folder: String, runPaths: [String] = []) -> Target {
  let search = (runPaths + [folder]).flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] }
  target.swiftSettings = [.unsafeFlags(["-I", folder])]
  target.linkerSettings = [
    .unsafeFlags(["-L", folder] + search),
    .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"),
    .linkedLibrary("SwiftParserDiagnostics"), .linkedLibrary("SwiftDiagnostics"),
  ]
  return target
}

/// The program, which looks for libraries beside itself before it looks in the toolchain.
///
/// So an archive can bring them, and is asked for none that another toolchain left at the same place.
func swiftTool(_ target: Target, _ folder: String) -> Target {
  #if os(Linux)
    let runPaths = ["$ORIGIN/../lib/migrate", folder + "/../linux"]
  #else
    let runPaths = ["@executable_path/../lib/migrate"]
  #endif
  let tool = readsSwift(target, folder, runPaths: runPaths)
  tool.linkerSettings?.append(
    .unsafeFlags(["-no-toolchain-stdlib-rpath"], .when(platforms: [.linux])))
  return tool
}

func swiftTargets(_ folder: String) -> [Target] {
  [
    readsSwift(
      .target(
        name: "SwiftModels",
        dependencies: [
          "Diagnostics", "Digests", "Files", "MigrationPlanner", "Programs", "SchemaLint",
          "SchemaModel", "Threads",
        ]),
      folder),
    swiftTool(
      .executableTarget(
        name: "migrate-swift",
        dependencies: [
          "ArgumentParsing", "Diagnostics", "Digests", "Files", "JSON", "Programs", "Reports",
          "SchemaLint",
          "SchemaLock", "SchemaModel", "SchemaYAML", "SwiftModels", "Terminal",
        ]), folder),
  ]
}

// MARK: - Tests mirror the targets by name

func tests(
  of name: String, also dependencies: [String] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: ([name, "TestSupport"] + dependencies).map { .init(stringLiteral: $0) },
    exclude: exclude)
}

let testTargets: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["SchemaModel", "SchemaYAML", "SQLite", "StoreLayout"],
    path: "Tests/TestSupport"),
  tests(of: "Threads"),
  tests(of: "Diagnostics"),
  tests(of: "JSON", also: ["Diagnostics"]),
  tests(of: "Digests"),
  tests(of: "Files"),
  tests(of: "Deflate"),
  tests(of: "ArgumentParsing"),
  tests(of: "Terminal"),
  tests(of: "Programs", also: ["Files"]),
  tests(of: "SchemaModel", also: ["Diagnostics", "SchemaYAML"]),
  tests(of: "SQLText"),
  tests(of: "SQLite", also: ["SchemaModel", "StoreLayout"]),
  tests(of: "Reports", also: ["Diagnostics", "SchemaYAML"], exclude: ["SARIF"]),
  tests(of: "SchemaLock", also: ["Diagnostics", "SchemaModel", "SchemaYAML"]),
  tests(of: "SchemaYAML", also: ["Diagnostics", "SchemaModel"]),
  tests(of: "MigrationPlanner", also: ["Diagnostics", "SchemaModel", "SchemaYAML"]),
  tests(
    of: "SchemaLint",
    also: ["Diagnostics", "SchemaFixes", "SchemaModel", "SchemaYAML", "SQLite", "StoreLint"]),
  tests(of: "StoreLayout", also: ["SchemaModel", "SchemaYAML", "SQLite"]),
  tests(
    of: "SchemaExchange",
    also: [
      "Diagnostics", "MigrationPlanner", "SchemaModel", "SchemaYAML", "SQLite", "StoreLayout",
    ], exclude: ["Histories/PublicHistories.md"]),
  tests(
    of: "HTMLReport", also: ["Diagnostics", "MigrationPlanner", "SchemaModel", "SchemaYAML"]),
  tests(of: "SchemaFixes", also: ["Diagnostics", "SchemaLint", "SchemaModel", "SchemaYAML"]),
  tests(
    of: "StoreLint",
    also: [
      "Diagnostics", "SchemaLint", "SchemaModel", "SchemaYAML", "SQLite", "StoreCreation",
      "StoreLayout",
    ]),
  tests(
    of: "StoreVerification",
    also: ["Diagnostics", "Files", "SchemaModel", "SchemaYAML", "SQLite", "StoreLayout"]),
  tests(
    of: "StoreCreation",
    also: [
      "Diagnostics", "Files", "SchemaExchange", "SchemaModel", "SchemaYAML", "SQLite",
      "StoreArchive",
      "StoreLayout", "StoreReading", "StoreVerification",
    ]),
  tests(of: "StoreArchive", also: ["Digests", "Files", "SQLite", "StoreLayout"]),
  tests(
    of: "StoreImport",
    also: [
      "Diagnostics", "SchemaModel", "SchemaYAML", "SQLite", "StoreLayout", "StoreVerification",
    ]),
  tests(of: "StoreReading", also: ["SchemaModel", "SQLite", "StoreLayout"]),
  tests(
    of: "StoreScript",
    also: ["Diagnostics", "MigrationPlanner", "SchemaModel", "SchemaYAML", "SQLite", "StoreLayout"]),
  tests(
    of: "StoreMigration",
    also: [
      "Diagnostics", "Digests", "Files", "MigrateKit", "MigrationPlanner", "SchemaExchange",
      "SchemaModel", "SchemaYAML", "SQLite", "StoreArchive", "StoreCreation", "StoreLayout",
      "StoreScript", "StoreVerification",
    ]),
  tests(
    of: "StoreTesting",
    also: [
      "Diagnostics", "SchemaModel", "SchemaYAML", "SQLite", "StoreArchive", "StoreCreation",
      "StoreLayout",
    ]),
  tests(
    of: "ProjectCheck",
    also: [
      "Diagnostics", "Reports", "SchemaLint", "SchemaLock", "SchemaModel", "SchemaYAML", "SQLite",
      "StoreCreation", "StoreTesting",
    ]),
  tests(
    of: "migrate",
    also: [
      "MigrationPlanner", "SchemaExchange", "SchemaModel", "SchemaYAML", "SQLite", "StoreArchive",
      "StoreLayout",
    ], exclude: ["Cases", "Faults/Disk/faulty-disk.c"]),
  // What the apps of `Schemas` go through, whatever targets that takes.
  .testTarget(
    name: "SystemTests",
    dependencies: [
      "Diagnostics", "migrate", "MigrateKit", "MigrationPlanner", "SchemaModel", "SchemaYAML",
      "SQLite", "StoreArchive", "StoreCreation", "StoreLayout", "StoreMigration",
      "StoreVerification", "TestSupport",
    ],
    exclude: ["Cases"]),
]

func swiftTests(_ folder: String) -> [Target] {
  [
    readsSwift(
      tests(
        of: "SwiftModels",
        also: ["Diagnostics", "SchemaExchange", "SchemaLint", "SchemaModel", "SchemaYAML"],
        exclude: ["Fixtures"]),
      folder)
  ]
}

// MARK: - Plugins, which run the installed command and build nothing of it

let plugins: [Target] = [
  .plugin(
    name: "MigrateLint",
    capability: .command(
      intent: .custom(
        verb: "migrate-lint", description: "Look for mistakes in models that lose data later."))),
  .plugin(name: "MigrateLintBuild", capability: .buildTool()),
]

// MARK: - The package

let package = Package(
  name: "migrate",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "MigrateKit", targets: ["MigrateKit"]),
    .executable(name: "migrate", targets: ["migrate"]),
    .plugin(name: "MigrateLint", targets: ["MigrateLint"]),
    .plugin(name: "MigrateLintBuild", targets: ["MigrateLintBuild"]),
  ],
  targets: systemLibraries + floor1 + floor2 + floor3 + floor4 + floor5 + floor6 + plugins
    + testTargets,
  swiftLanguageModes: [.v6])

if let swiftHost {
  package.targets += swiftTargets(swiftHost) + swiftTests(swiftHost)
  package.products.append(.executable(name: "migrate-swift", targets: ["migrate-swift"]))
}

// Set once for every Swift target, so that none is forgotten.
let touchesC: Set = [
  "Deflate", "Digests", "Files", "Programs", "SchemaLint", "SchemaYAML", "SQLite", "StoreArchive",
  "StoreLayout", "StoreMigration", "Terminal", "Threads", "migrate",
]
for target in package.targets where target.type != .system && target.type != .plugin {
  var settings = target.swiftSettings ?? []
  settings += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if touchesC.contains(target.name) { settings.append(.strictMemorySafety()) }
  target.swiftSettings = settings
}
