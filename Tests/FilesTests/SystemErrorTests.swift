import Files
import Testing

struct SystemErrorTests {
  @Test(
    arguments: [
      (.open, "cannot open 'a/b': permission denied"),
      (.create, "cannot create 'a/b': permission denied"),
      (.read, "cannot read 'a/b': permission denied"),
      (.write, "cannot write to 'a/b': permission denied"),
      (.flush, "cannot flush 'a/b' to the disk: permission denied"),
      (.lock, "cannot lock 'a/b': permission denied"),
      (.rename, "cannot rename 'a/b': permission denied"),
      (.remove, "cannot remove 'a/b': permission denied"),
    ] as [(SystemError.Operation, String)])
  func `an error says what could not be done, and why`(
    operation: SystemError.Operation, message: String
  ) {
    #expect(SystemError(operation, "a/b", code: 13).message == message)
  }

  @Test func `an error is reported for the requested operation`() {
    #expect(
      SystemError(.open, "a.tmp", code: 13).during(.write, "a")
        == SystemError(.write, "a", code: 13))
  }
}
