internal import Synchronization

/// The names of types that were written so far, each kept once.
///
/// A program writes few types, and most of them many times: `String`, `View`, `URL`.
enum TypePool {
  private static let types = Mutex<Set<WrittenType>>([])

  /// The same type, which shares its memory with the others of that name.
  ///
  /// What a type is made of is left alone: to look for it goes as deep as the type does.
  static func kept(_ type: WrittenType) -> WrittenType {
    guard case .named(let path) = type, path.allSatisfy(\.arguments.isEmpty) else { return type }
    return types.withLock { $0.insert(type).memberAfterInsert }
  }
}
