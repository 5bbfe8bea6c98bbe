internal import SchemaModel
internal import Threads

/// The layouts that were asked for last.
///
/// Few, for a migration goes from one schema to the next. To find one costs nothing to speak of: a
/// schema that was handed on is the same in memory, and another differs in its version.
final class LayoutShelf: Sendable {
  /// The shelf of the process.
  static let common = LayoutShelf(room: 4)

  private let room: Int
  /// The one that was asked for last comes first.
  private let layouts = Guarded<[StoreLayout]>([])

  /// A shelf with room for so many.
  init(room: Int) { self.room = room }

  /// The layout of a schema, made where it is not here.
  func layout(of schema: Schema) -> StoreLayout {
    if let known = known(schema) { return known }
    // Nobody waits for it: another thread may make the same beside, and it is put here once.
    let layout = StoreLayout(making: schema)
    return layouts.withLock { layouts in
      layouts.removeAll { $0.schema == schema }
      layouts.insert(layout, at: 0)
      layouts.removeLast(max(layouts.count - room, 0))
      return layout
    }
  }

  private func known(_ schema: Schema) -> StoreLayout? {
    layouts.withLock { layouts in
      guard let place = layouts.firstIndex(where: { $0.schema == schema }) else { return nil }
      let layout = layouts.remove(at: place)
      layouts.insert(layout, at: 0)
      return layout
    }
  }
}
