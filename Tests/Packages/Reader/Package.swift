// swift-tools-version: 6.2
import PackageDescription

// By its version, as an app names it, where there is a repository to ask; else as it stands here.
let migrate: Package.Dependency =
  if let repository = Context.environment["MIGRATE_REPOSITORY"] {
    .package(url: repository, from: "1.0.0")
  } else {
    .package(name: "migrate", path: "../../..")
  }

// A package that embeds the library, as an app does.
let package = Package(
  name: "Reader",
  platforms: [.macOS(.v14)],
  dependencies: [migrate],
  targets: [
    .executableTarget(
      name: "Reader", dependencies: [.product(name: "MigrateKit", package: "migrate")])
  ])
