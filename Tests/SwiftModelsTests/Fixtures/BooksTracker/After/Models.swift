import Foundation
import SwiftData

enum EditionFormat: String, Codable, CaseIterable {
  case hardcover, paperback, ebook, audiobook
}

enum ReadingStatus: String, Codable, CaseIterable {
  case wishlist, toRead, reading, read
}

@Model
final class Author {
  var name = ""
  @Relationship(deleteRule: .nullify, inverse: \Work.authors) var works: [Work] = []

  init(name: String) {
    self.name = name
  }
}

@Model
final class Work {
  var title = ""
  var firstPublicationYear: Int?
  @Relationship(deleteRule: .nullify) var authors: [Author] = []
  @Relationship(deleteRule: .cascade, inverse: \Edition.work) var editions: [Edition] = []
  @Relationship(deleteRule: .cascade, inverse: \UserLibraryEntry.work)
  var entries: [UserLibraryEntry] = []

  init(title: String, firstPublicationYear: Int? = nil) {
    self.title = title
    self.firstPublicationYear = firstPublicationYear
  }
}

@Model
final class Edition {
  var isbn: String?
  var publisher: String?
  var publicationDate: Date?
  var pageCount: Int?
  var format = EditionFormat.hardcover
  var coverImageURL: String?
  var editionTitle: String?
  var editionDescription: String?
  var primaryProvider: String?
  var contributors: [String] = []
  var dateCreated = Date.now
  var lastModified = Date.now
  @Relationship(deleteRule: .nullify) var work: Work?
  @Relationship(deleteRule: .nullify, inverse: \UserLibraryEntry.edition)
  var entries: [UserLibraryEntry] = []

  init(
    isbn: String? = nil,
    publisher: String? = nil,
    pageCount: Int? = nil,
    format: EditionFormat = .hardcover
  ) {
    self.isbn = isbn
    self.publisher = publisher
    self.pageCount = pageCount
    self.format = format
  }
}

@Model
final class UserLibraryEntry {
  var readingStatus = ReadingStatus.toRead
  var dateAdded = Date.now
  var lastModified = Date.now
  @Relationship(deleteRule: .nullify) var work: Work?
  @Relationship(deleteRule: .nullify) var edition: Edition?

  init(readingStatus: ReadingStatus = .toRead) {
    self.readingStatus = readingStatus
  }
}
