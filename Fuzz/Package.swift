// swift-tools-version: 6.2
import PackageDescription

// What `make fuzz` builds. It is a package of its own because all of it, `migrate` included, is
// compiled with `--sanitize=fuzzer`.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "migrate", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz", dependencies: [.product(name: "MigrateKit", package: "migrate")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .strictMemorySafety()])
  ],
  swiftLanguageModes: [.v6])
