import SwiftData
import SwiftUI

struct WorkScreen: View {
  @Environment(\.modelContext) private var modelContext
  let work: Work

  var body: some View {
    Button("Own it") { addEdition() }
    Button("Wish for it") { _ = UserLibraryEntry.wishlistEntry(for: work, in: modelContext) }
    Button("Read it") {
      let entry = UserLibraryEntry(readingStatus: .read)
      modelContext.insert(entry)
      entry.work = work
    }
  }

  private func addEdition() {
    let edition = Edition(isbn: "1")
    let entry = UserLibraryEntry()
    modelContext.insert(edition)
    modelContext.insert(entry)
    edition.work = work
    entry.work = work
    entry.edition = edition
  }

  private func addPaperback() {
    let edition = Edition(format: .paperback)
    modelContext.insert(edition)
    edition.work = work
  }

  private func addScanned(_ isbns: [String]) {
    for isbn in isbns {
      let edition = Edition(isbn: isbn)
      modelContext.insert(edition)
      work.editions.append(edition)
    }
  }
}

#Preview {
  EditionRow(edition: Edition(isbn: "1"))
}
