// swift-tools-version: 6.2
import PackageDescription

// A package that is linted by the plugins; the environment says whether each build is too.
let plugins: [Target.PluginUsage] =
  Context.environment["LINT_BUILDS"] == "1"
  ? [.plugin(name: "MigrateLintBuild", package: "migrate")] : []

let package = Package(
  name: "Linted",
  dependencies: [.package(name: "migrate", path: "../../..")],
  targets: [.target(name: "App", plugins: plugins)])
