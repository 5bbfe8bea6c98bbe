import SchemaModel
import Testing

struct ChecksumTests {
  @Test(arguments: [
    (KnownModels.freezeRay1, "hVf/dkygPyXWgY+Jcgvx9sMUcaiS0yfaIlBvgiRFqr4="),
    (KnownModels.freezeRay2, "vYclKAIUuGnEdsZfWYGeTfATZeMMc3+o0OnpOa5KyZM="),
    (KnownModels.pets, "HFFd7j8Z9/s0tJ1vqPzVSPX/pNYEbNAlXayypitIFow="),
    (KnownModels.cocktails, "PfzOF+B8xFeHy7FWO/cFMC/dVCdmD0mbo1VdzPPozKA="),
  ])
  func `a model's checksum equals the checksum in its store`(schema: Schema, checksum: String) {
    #expect(schema.checksum == .known(checksum))
  }

  @Test(arguments: [
    (
      KnownModels.freezeRay1,
      "DhycjuqoLFueVWZEBQK9U9T1RnCJxhCfLNVcnUAU2Qiqxd/xIvKgHnkAzYLHKXp7CkW23n8UCOGX4JbrY2vEFg=="
    ),
    (
      KnownModels.bookmarks1,
      "5KlKrVThxcoXSL+ZjFKY7n06yLOp+yhkgKcYEd/X2RK/9UmzKy8A4/X11PZ2vR9NjCIbeM7jNq9EoAHMv8yklQ=="
    ),
    (
      KnownModels.sampleModel,
      "fACvwxty0QWritKFX3/LTtXZvI64UnFcRtP6qcjW1Yl0owr+rH+SpCvzy/uDYRpknMXbgacd3srn9wmE2KkL8Q=="
    ),
    (
      KnownModels.cocktails,
      "7Pxev8Rtoyk5RW9EuJNcyO2a8MYFOxxpWuW5bDgvrP9yL7yIsZ5pXzMyp40FkYsoGqX9R8WLC5IFbT/0k4gGJg=="
    ),
  ])
  func `a model's store digest equals the digest in its store`(schema: Schema, digest: String) {
    #expect(schema.storeDigest == .known(digest))
  }

  @Test func `one unknown hash leaves the checksum unknown, with the reason`() {
    var schema = KnownModels.freezeRay1
    schema.entities[0].hashModifier = "2"
    schema.entities[0].uniquenessConstraints = [["name"]]
    let obstacle = FingerprintObstacle.entity("User", .entityHashModifier(entity: "User"))
    #expect(schema.checksum == .unknown(obstacle))
    #expect(schema.storeDigest == .unknown(obstacle))
  }

  @Test func `entities are ordered by the bytes of their names`() {
    // Scout's store of version 4 has SyncDelivery before SyncableObject.
    let schema = Schema(
      name: "Order", version: Version(1),
      entities: [Entity("SyncableObject"), Entity("SyncDelivery")])
    #expect(schema.checksum.value != nil)
    let foreign = Schema(
      name: "Order", version: Version(1), entities: [Entity("Büro"), Entity("Buro")])
    #expect(foreign.checksum == .unknown(.nameOrder("Buro", "Büro")))
  }
}
