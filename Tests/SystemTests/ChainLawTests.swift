import Foundation
import Testing

/// Laws that hold for any versions and any data, tried through the whole of a migration on chains
/// of versions made by chance.
///
/// `CHAINS=1000 swift test --filter ChainLawTests` tries more of them.
struct ChainLawTests {
  static let seeds: Range<UInt64> =
    0..<(ProcessInfo.processInfo.environment["CHAINS"].flatMap { UInt64($0) } ?? 24)

  @Test(arguments: seeds)
  func `every way from version to version leads to one store`(seed: UInt64) throws {
    if let failure = try Chain(seed: seed).smallestFailure() {
      Issue.record("\(failure.chain): \(failure.laws.joined(separator: "; "))")
    }
  }
}
