/// What became of the exceptions that a team makes: which were needed, and which were not.
public struct ExceptionRecord: Sendable {
  /// An exception, with the rules that it names and need not name.
  public struct Use: Hashable, Sendable {
    /// The exception.
    public var suppression: Suppression
    /// The names under which nothing was found, although the rule was asked, and those of no rule.
    public var unused: [Suppression.Name]

    /// A use from its parts.
    public init(_ suppression: Suppression, unused: [Suppression.Name] = []) {
      self.suppression = suppression
      self.unused = unused
    }
  }

  /// The exceptions, in the order of the files.
  public var uses: [Use]
  /// The lines of the baseline whose finding is gone.
  public var staleEntries: [Baseline.Entry]

  /// A record from its parts.
  public init(uses: [Use] = [], staleEntries: [Baseline.Entry] = []) {
    self.uses = uses
    self.staleEntries = staleEntries
  }
}
