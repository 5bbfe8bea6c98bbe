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
      let work = Work(title: record.title)
      modelContext.insert(author)
      modelContext.insert(work)
      work.authors = [author]
      guard let isbn = record.isbn else { continue }
      let edition = Edition(isbn: isbn)
      modelContext.insert(edition)
      link(edition, to: work)
    }
    try modelContext.save()
  }

  private func link(_ edition: Edition, to work: Work) {
    edition.work = work
  }
}
