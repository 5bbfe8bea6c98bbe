import Digests
import Testing

struct DigestTests {
  /// The examples of FIPS 180-4, as its implementation guide prints them.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the 256-bit digest is the standard's`(text: String, digest: String) {
    #expect(Digest.of(Array(text.utf8)).hexadecimal == digest)
  }

  @Test func `the 512-bit digest is the standard's`() {
    let digest = """
      ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
      """
    #expect(Digest.of(Array("abc".utf8), .sha512).hexadecimal == digest)
  }

  @Test func `bytes that come in pieces give the digest of the whole`() {
    var digest = Digest(.sha256)
    digest.update(utf8: "a")
    digest.update([])
    digest.update(Array("xbcx".utf8)[1...2])
    #expect(digest.finalize() == Digest.of(Array("abc".utf8)))
  }
}
