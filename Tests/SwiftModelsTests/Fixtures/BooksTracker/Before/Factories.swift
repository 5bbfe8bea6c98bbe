import SwiftData

extension UserLibraryEntry {
  static func wishlistEntry(for work: Work) -> UserLibraryEntry {  // factory-without-context
    UserLibraryEntry(work: work, edition: nil, readingStatus: .wishlist)  // insert-before-relate
  }

  static func ownedEntry(  // factory-without-context
    for work: Work, edition: Edition
  ) -> UserLibraryEntry {
    let entry = UserLibraryEntry(work: work, edition: edition)  // insert-before-relate
    return entry
  }
}

struct WorkBuilder {
  var title: String
  var names: [String]

  func build() -> Work {  // factory-without-context
    let work = Work(title: title)
    for name in names {
      let author = Author(name: name)
      work.authors.append(author)  // insert-before-relate
    }
    return work
  }
}

enum Samples {
  static var work: Work {  // note factory-without-context
    Work(title: "Sample", authors: [Author(name: "Nobody")])  // note insert-before-relate
  }
}
