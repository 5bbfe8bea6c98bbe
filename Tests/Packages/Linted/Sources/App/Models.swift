#if canImport(SwiftData)
  import SwiftData

  func leave(_ context: ModelContext) {
    try? context.save()
  }
#endif
