extension ProblemExplanation {
  static let ofLocks: [ProblemExplanation] = [
    .init(
      "missing-lock", "Nothing of the model is locked yet.",
      do: "'migrate lock' pins the versions that are released."),
    .init(
      "malformed-lock", "A line of the lock is not one that 'migrate lock' writes.",
      do: "take the lock back from version control, and run 'migrate lock' again."),
    .init(
      "newer-lock", "The lock was written by a later version of this tool.",
      do: "update the tool."),
    .init(
      "unresolved-conflict", "The marks of a merge that was not finished stand in the lock.",
      do: "keep the lines of both sides where the versions differ. Where both sides released the "
        + "same number, one of them becomes the next version."),
  ]
}
