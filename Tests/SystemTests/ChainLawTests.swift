import Foundation
import SchemaModel
import Testing

/// Laws that hold for any versions and any data, tried through the whole of a migration on chains
/// of versions made by chance.
///
/// `CHAINS=1000 swift test --filter ChainLawTests` tries more of them.
struct ChainLawTests {
  static let seeds: Range<UInt64> =
    0..<(ProcessInfo.processInfo.environment["CHAINS"].flatMap { UInt64($0) } ?? 12)

  @Test(arguments: seeds)
  func `every sequence of versions leads to the same store`(seed: UInt64) throws {
    if let failure = Chain(seed: seed).smallestFailure() {
      Issue.record("\(failure.chain): \(failure.laws.joined(separator: "; "))")
    }
  }

  @Test func `a chain that fails is made as small as fails still`() throws {
    func optional(_ chain: Chain) -> [String] {
      chain.schemas[0].entities.flatMap(\.attributes).filter(\.isOptional).map(\.name)
    }
    let fitting = Self.seeds.lazy.map { Chain(seed: $0) }.first { chain in
      chain.schemas.count > 2 && chain.schemas[0].entities.count > 1 && optional(chain).count > 1
        && chain.schemas.flatMap(\.entities).allSatisfy { $0.parent == nil }
    }
    let large = try #require(fitting)
    let failure = try #require(large.smallestFailure(optional))
    let schemas = failure.chain.schemas
    #expect(schemas.map(\.entities.count) == [1, 1])
    #expect(schemas.flatMap(\.entities).flatMap(\.relationships) == [])
    #expect(schemas[0].entities.flatMap(\.attributes).map(\.name) == failure.laws)
    #expect(failure.laws.count == 1)
    #expect(!failure.isError)
  }

  @Test func `an error is never taken for the law that a chain breaks`() throws {
    struct Broken: Error {}
    let longest = Self.seeds.lazy.map { Chain(seed: $0) }.first { $0.schemas.count > 3 }
    let long = try #require(longest)
    let found = long.smallestFailure { chain in
      if chain.schemas.count == 2 { throw Broken() }
      return ["more than two"]
    }
    let failure = try #require(found)
    #expect(failure.chain.schemas.count == 3)
    #expect(failure.laws == ["more than two"])
  }
}
