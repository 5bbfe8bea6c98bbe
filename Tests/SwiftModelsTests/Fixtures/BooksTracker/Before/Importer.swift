import SwiftData

@ModelActor
actor Importer {
  struct Record {
    var title: String
    var author: String
    var isbn: String?
  }

  func add(_ records: [Record]) throws {
    for record in records {
      let author = Author(name: record.author)
      let work = Work(title: record.title, authors: [author])  // insert-before-relate
      modelContext.insert(work)
      guard let isbn = record.isbn else { continue }
      let edition = Edition(isbn: isbn)
      link(edition, to: work)  // insert-before-relate
      modelContext.insert(edition)
    }
    try modelContext.save()
  }

  private func link(_ edition: Edition, to work: Work) {
    edition.work = work
  }
}
