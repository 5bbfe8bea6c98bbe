import SwiftData
import Testing

@Test func deletesEntriesWithTheirWork() throws {
  let container = try ModelContainer(
    for: Work.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  let context = container.mainContext
  let work = Work(title: "A")
  let edition = Edition()
  let entry = UserLibraryEntry()
  context.insert(work)
  context.insert(edition)
  context.insert(entry)
  edition.work = work
  entry.work = work
  entry.edition = edition
  context.delete(work)
  try context.save()
}
