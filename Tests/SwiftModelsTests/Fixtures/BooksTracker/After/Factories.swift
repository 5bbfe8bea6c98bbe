import SwiftData

extension UserLibraryEntry {
  static func wishlistEntry(for work: Work, in context: ModelContext) -> UserLibraryEntry {
    let entry = UserLibraryEntry(readingStatus: .wishlist)
    context.insert(entry)
    entry.work = work
    return entry
  }

  static func ownedEntry(
    for work: Work, edition: Edition, in context: ModelContext
  ) -> UserLibraryEntry {
    let entry = UserLibraryEntry()
    context.insert(entry)
    entry.work = work
    entry.edition = edition
    return entry
  }
}

struct WorkBuilder {
  var title: String
  var names: [String]

  func build(in context: ModelContext) -> Work {
    let work = Work(title: title)
    context.insert(work)
    for name in names {
      let author = Author(name: name)
      context.insert(author)
      work.authors.append(author)
    }
    return work
  }
}

enum Samples {
  static var work: Work { Work(title: "Sample") }
}
