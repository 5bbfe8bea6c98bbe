import SchemaLint
import Testing

struct PredicateOnEnumTests {
  @Test func `predicates on a stored enumeration are found`() {
    MarkedSource(
      #"""
      import SwiftData
      enum Status: String, Codable { case open, done }
      @Model final class Project { var status: Status? }
      @Model final class Job {
        var status = Status.open
        var project: Project?
      }
      struct Screen {
        @Query(filter: #Predicate<Job> { $0.status.rawValue == "open" }) var jobs: [Job]  // error
        func all(_ wanted: Status, _ context: ModelContext) throws {
          let one = #Predicate<Job> { job in job.status == wanted }  // error
          let two: Predicate<Job> = #Predicate { $0.project?.status == wanted }  // error
          try context.delete(model: Job.self, where: #Predicate { $0.status == wanted })  // error
          print(one, two)
        }
      }
      """#.replacing("// error", with: "// warning")
    ).expect("predicate-on-enum")
  }

  @Test func `predicates on other properties, and on other lists, draw nothing`() {
    MarkedSource(
      #"""
      import SwiftData
      enum Status: String, Codable { case open, done }
      struct Row { var status: Status }
      @Model final class Job {
        var statusName = ""
        var status: Status { Status(rawValue: statusName) ?? .open }
        @Transient var shown: Status = Status.open
        var title = ""
      }
      func all(_ wanted: Status, _ rows: [Row]) throws {
        let name = wanted.rawValue
        let one = #Predicate<Job> { $0.statusName == name && $0.title != "" }
        let two = #Predicate<Row> { $0.status == wanted }
        print(one, two, rows.filter { $0.status == wanted })
      }
      """#
    ).expect("predicate-on-enum")
  }

  @Test func `predicates of a descriptor, of a function and on a to-many are found`() {
    MarkedSource(
      #"""
      import SwiftData
      enum Status: String, Codable { case open, done }
      @Model final class Project {
        var status = ""
        @Relationship(deleteRule: .cascade, inverse: \Job.project) var jobs: [Job] = []
      }
      @Model final class Job {
        var status: Status = Status.open
        var title = ""
        var project: Project?
      }
      func all(_ wanted: Status, _ context: ModelContext) throws {
        var jobs = FetchDescriptor<Job>()
        jobs.predicate = #Predicate { $0.status == wanted }  // warning
        let projects = FetchDescriptor<Project>(
          predicate: #Predicate { $0.status == "" && $0.jobs.contains { $0.status == wanted } })  // warning
        let named = FetchDescriptor<Project>(
          predicate: #Predicate { $0.jobs.contains { $0.title == "" } })
      }
      func open(_ wanted: Status) -> Predicate<Job> {
        #Predicate { $0.status == wanted }  // warning
      }
      """#
    ).expect("predicate-on-enum")
  }

  @Test func `predicates on objects in memory alone draw nothing`() {
    MarkedSource(
      #"""
      import SwiftData
      enum Status: String, Codable { case open, done }
      @Model final class Job { var status: Status = Status.open }
      func all(_ jobs: [Job], _ wanted: Status, _ context: ModelContext) throws {
        let one = #Predicate<Job> { $0.status == wanted }
        let two = #Predicate<Job> { $0.status == wanted }
        let three = #Predicate<Job> { $0.status == wanted }  // warning
        _ = try jobs.filter { try one.evaluate($0) }
        _ = try jobs.filter(two)
        _ = try jobs.filter(#Predicate<Job> { $0.status == wanted })
        _ = try jobs.filter(three)
        _ = try context.fetch(FetchDescriptor(predicate: three))
      }
      """#
    ).expect("predicate-on-enum")
  }

  @Test func `an enumeration within a stored struct is found`() {
    MarkedSource(
      #"""
      import SwiftData
      enum Kind: String, Codable { case home, work }
      struct City: Codable { var kind: Kind = Kind.home; var name = "" }
      struct Address: Codable { var city: City? }
      @Model final class Person { var address: Address? }
      func all(_ kind: Kind, _ context: ModelContext) throws {
        _ = try context.fetch(FetchDescriptor<Person>(
          predicate: #Predicate { $0.address?.city?.kind == kind }))  // warning
        _ = try context.fetch(FetchDescriptor<Person>(
          predicate: #Predicate { $0.address?.city?.name == "" }))
      }
      """#
    ).expect("predicate-on-enum")
  }
}
