import SwiftData
import SwiftUI

struct WorkScreen: View {
  @Environment(\.modelContext) private var modelContext
  let work: Work

  var body: some View {
    Button("Own it") { addEdition() }
    Button("Wish for it") {
      let entry = UserLibraryEntry.wishlistEntry(for: work)
      modelContext.insert(entry)
    }
    Button("Read it") {
      let entry = UserLibraryEntry(  // insert-before-relate
        work: work, edition: nil, readingStatus: .read)
      modelContext.insert(entry)
    }
  }

  private func addEdition() {
    let edition = Edition(isbn: "1", work: work)  // insert-before-relate
    modelContext.insert(edition)
    let entry = UserLibraryEntry(work: work, edition: edition)  // insert-before-relate
    modelContext.insert(entry)
  }

  private func addPaperback() {
    let edition = Edition(format: .paperback)
    edition.work = work  // insert-before-relate
    modelContext.insert(edition)
  }

  private func addScanned(_ isbns: [String]) {
    for isbn in isbns {
      let edition = Edition(isbn: isbn)
      work.editions.append(edition)  // insert-before-relate
      modelContext.insert(edition)
    }
  }
}

#Preview {
  let work = Work(title: "Shown")
  let edition = Edition(work: work)  // note insert-before-relate
  EditionRow(edition: edition)
}
