import Digests
import StoreMigration
import Testing

struct FilesToComeTests {
  @Test func `bytes are read by the name of their future file, as long as they are kept`() {
    let files = FilesToCome(sizeLimit: 4)
    let names = [[1, 2, 3], [4], [5, 6]].map { files.name(of: $0) }
    #expect(names == [[1, 2, 3], [4], [5, 6]].map { Digest.of($0).hexadecimal })
    #expect(files.bytes(of: names[1]) == [4])
    #expect(files.bytes(of: names[2]) == [5, 6])
    #expect(files.bytes(of: Digest.of([7]).hexadecimal) == nil)
    #expect(!files.haveFallenShort)
    #expect(files.bytes(of: names[0]) == nil)
    #expect(files.haveFallenShort)
  }

  @Test func `the most recent bytes are kept, however many they are`() {
    let files = FilesToCome(sizeLimit: 1)
    let name = files.name(of: [1, 2, 3])
    #expect(files.bytes(of: name) == [1, 2, 3])
    _ = files.name(of: [4])
    #expect(files.bytes(of: files.name(of: [1, 2, 3])) == [1, 2, 3])
    #expect(!files.haveFallenShort)
  }
}
