import SwiftData
import Testing

@Test func deletesEntriesWithTheirWork() throws {
  let container = try ModelContainer(
    for: Work.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  let context = container.mainContext
  let work = Work(title: "A")
  let edition = Edition(work: work)  // note insert-before-relate
  let entry = UserLibraryEntry(work: work, edition: edition)  // note insert-before-relate
  context.insert(work)
  context.insert(edition)
  context.insert(entry)
  context.delete(work)
  try context.save()
}
