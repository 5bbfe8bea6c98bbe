import Files
import Testing

struct FilePathTests {
  @Test(
    arguments: [
      ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b.c", "/a", "b.c"),
      ("a/", "a", ""),
      ("../a", "..", "a"), ("", ".", ""),
    ])
  func `a path has a folder and a last part`(path: String, folder: String, name: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.name(of: path) == name)
  }

  @Test(
    arguments: [
      ("a", "a"), ("./a", "a"), ("a/./b", "a/b"), ("a/../b", "b"), ("../a", "../a"),
      ("a/../../b", "../b"), ("/a/../b", "/b"), ("a//b/", "a/b"), (".", "."), ("a/..", "."),
      ("/", "/"),
    ])
  func `dots and empty parts of a path are left out`(path: String, short: String) {
    #expect(FilePath.shortened(path) == short)
  }

  @Test(
    arguments: [
      ("a", "b", "a/b"), (".", "b", "b"), ("", "b", "b"), ("a", "../b", "b"), ("a/b", "/c", "/c"),
      ("/", "b", "/b"),
    ])
  func `a path is joined to a folder`(folder: String, path: String, whole: String) {
    #expect(FilePath.join(folder, path) == whole)
  }

  @Test(
    arguments: [
      ("/a/b/c", "/a", "b/c"), ("/a/b", "/a/c/d", "../../b"), ("/a", "/", "a"), ("/a", "/a", "."),
      ("/ab/c", "/a", "../ab/c"),
    ])
  func `an absolute path is made relative to a folder`(path: String, folder: String, said: String) {
    #expect(FilePath.path(path, from: folder) == said)
  }
}
