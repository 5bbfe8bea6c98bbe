import TestSupport
import Testing

/// An app of the repository, and the intended effects of its schema files on data.
struct System: CustomTestStringConvertible, Sendable {
  /// The folder of its schema files.
  var name: String
  /// The tables whose rows or links the migrations change.
  var changed: [String] = []
  /// The losses that they mean.
  var losses: Set<String> = []

  var testDescription: String { name }

  /// All of them.
  static let all = [
    // A wishlist entry lets go of its edition, and an entry without a work is left behind.
    System(
      name: "BooksTracker", changed: ["UserLibraryEntry"],
      losses: ["rewrite-relationship:UserLibraryEntry.edition"]),
    System(name: "Epilogue"),
    System(name: "EpilogueCache"),
    System(name: "NowThatIKnowMore"),
    System(name: "Study"),
    // Of two directions that may contradict each other, one counts.
    System(
      name: "TwinMind", changed: ["RecordingSession_segments", "Transcription"],
      losses: [
        "change-inverse:AudioSegment.transcription", "change-inverse:RecordingSession.segments",
        "rewrite-relationship:Transcription.segment",
      ]),
  ]
}
