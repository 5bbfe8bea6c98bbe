// swift-tools-version: 6.2
import PackageDescription

// By its version, as an app names it, where there is a repository to ask; else as it stands here.
let migrate: Package.Dependency =
  if let repository = Context.environment["MIGRATE_REPOSITORY"] {
    .package(url: repository, from: "1.0.0")
  } else {
    .package(name: "migrate", path: "../../..")
  }

let kit: Target.Dependency = .product(name: "MigrateKit", package: "migrate")

// A package that embeds the library, as an app does. One of its targets sees no member of a type
// without an import that brings it, and the other one does.
let package = Package(
  name: "Reader",
  platforms: [.macOS(.v14)],
  dependencies: [migrate],
  targets: [
    .executableTarget(
      name: "Reader", dependencies: ["Names", kit], resources: [.copy("Schemas")]),
    .target(
      name: "Names", dependencies: [kit],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ])
