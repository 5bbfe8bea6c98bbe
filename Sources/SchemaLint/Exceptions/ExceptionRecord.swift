/// The use of a team's exceptions: which were needed, and which were not.
public struct ExceptionRecord: Sendable {
  /// An exception, with the rules that it names unnecessarily.
  public struct Use: Hashable, Sendable {
    /// The exception.
    public var suppression: Suppression
    /// The names of rules that were run without a finding here, and names of unknown rules.
    public var unused: [Suppression.Name]

    /// A use from its parts.
    public init(_ suppression: Suppression, unused: [Suppression.Name] = []) {
      self.suppression = suppression
      self.unused = unused
    }
  }

  /// The exceptions, in the order of the files.
  public var uses: [Use]
  /// The lines of the baseline whose finding does not exist any more.
  public var staleEntries: [Baseline.Entry]

  /// A record from its parts.
  public init(uses: [Use] = [], staleEntries: [Baseline.Entry] = []) {
    self.uses = uses
    self.staleEntries = staleEntries
  }
}
