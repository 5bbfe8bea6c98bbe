internal import Digests

extension Schema {
  /// The checksum of the model, in Base64: `NSStoreModelVersionChecksumKey` in a store.
  ///
  /// It depends only on the entities' version hashes. Two versions that differ only in parts that are not
  /// hashed have the same checksum, and a staged migration rejects them as duplicates.
  public var checksum: Fingerprint<String> {
    fingerprint { hashes in
      var digest = Digest(.sha256)
      for (_, hash) in hashes { digest.update(hash.bytes) }
      return digest.finalize().base64
    }
  }

  /// The digest over names and hashes, in Base64: `NSStoreModelVersionHashesDigest` in a store.
  public var storeDigest: Fingerprint<String> {
    fingerprint { hashes in
      var digest = Digest(.sha512)
      for (name, hash) in hashes {
        digest.update(utf8: name)
        digest.update(hash.bytes)
      }
      return digest.finalize().base64
    }
  }

  /// The value that a closure computes from all hashes, sorted by the entities' names, if all are known.
  private func fingerprint(
    _ make: ([(name: String, hash: VersionHash)]) -> String
  ) -> Fingerprint<String> {
    let results = versionHashes().sorted { NameOrder.precedes($0.key, $1.key) }
    if let doubt = NameOrder.doubt(in: results.map(\.key)) { return .unknown(doubt) }
    var hashes: [(name: String, hash: VersionHash)] = []
    for (name, result) in results {
      switch result {
      case .known(let hash): hashes.append((name, hash))
      case .unknown(let obstacle): return .unknown(.entity(name, obstacle))
      }
    }
    return .known(make(hashes))
  }
}
