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

  init(
    title: String,
    authors: [Author] = [],  // relationship-in-initializer
    firstPublicationYear: Int? = nil
  ) {
    self.title = title
    self.authors = authors
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
    format: EditionFormat = .hardcover,
    work: Work? = nil  // relationship-in-initializer
  ) {
    self.isbn = isbn
    self.publisher = publisher
    self.pageCount = pageCount
    self.format = format
    self.work = work
  }
}

@Model
final class UserLibraryEntry {
  var readingStatus = ReadingStatus.toRead
  var dateAdded = Date.now
  var lastModified = Date.now
  @Relationship(deleteRule: .nullify) var work: Work?
  @Relationship(deleteRule: .nullify) var edition: Edition?

  init(
    work: Work,  // relationship-in-initializer
    edition: Edition?,  // relationship-in-initializer
    readingStatus: ReadingStatus = .toRead
  ) {
    self.work = work
    self.edition = edition
    self.readingStatus = readingStatus
  }
}
