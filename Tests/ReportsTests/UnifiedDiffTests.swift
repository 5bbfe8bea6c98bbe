import Reports
import Testing

struct UnifiedDiffTests {
  private let old = (1...20).map { "line \($0)\n" }.joined()

  @Test func `nearby changes are shown together, with three lines around them`() {
    let new = old.replacing("line 4\n", with: "four\n").replacing("line 10\n", with: "")
      .replacing("line 19\n", with: "line 19\nmore\n")
    #expect(
      UnifiedDiff.text(of: "V1.yaml", from: old, to: new) == """
        --- a/V1.yaml
        +++ b/V1.yaml
        @@ -1,13 +1,12 @@
         line 1
         line 2
         line 3
        -line 4
        +four
         line 5
         line 6
         line 7
         line 8
         line 9
        -line 10
         line 11
         line 12
         line 13
        @@ -17,4 +16,5 @@
         line 17
         line 18
         line 19
        +more
         line 20

        """)
  }

  @Test func `a text that ends within a line says so`() {
    #expect(
      UnifiedDiff.text(of: "f", from: "a", to: "b\n") == """
        --- a/f
        +++ b/f
        @@ -1 +1 @@
        -a
        \\ No newline at end of file
        +b

        """)
  }

  @Test func `equal texts have no difference`() {
    #expect(UnifiedDiff.text(of: "f", from: old, to: old) == "")
  }
}
