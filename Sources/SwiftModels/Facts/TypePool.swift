internal import Synchronization

/// A pool of the written types, in which each type is kept once.
///
/// Most types of a program occur many times: `String`, `View`, `URL`.
enum TypePool {
  private static let types = Mutex<Set<WrittenType>>([])

  /// Returns an equal type that shares its memory with earlier ones.
  ///
  /// Only plain names are pooled: looking up a compound type would take as long as the type is deep.
  static func kept(_ type: WrittenType) -> WrittenType {
    guard case .named(let path) = type, path.allSatisfy(\.arguments.isEmpty) else { return type }
    return types.withLock { $0.insert(type).memberAfterInsert }
  }
}
