public import StoreVerification

/// The check of a store: its file, its tables, its objects, its links and its external files.
///
/// ```swift
/// let report = try StoreVerifier.verify(storeAt: "library.store")
/// report.isSound // true
/// ```
///
/// It only reads. No schema files are needed, for a store contains its model.
public typealias StoreVerifier = StoreVerification.StoreVerifier

/// The choices for a verification: how thorough it is, and when it stops.
///
/// ```swift
/// var options = VerificationOptions()
/// options.isQuick = true // leaves out indexes and the content of external files
/// let report = try StoreVerifier.verify(storeAt: "library.store", options: options)
/// ```
public typealias VerificationOptions = StoreVerification.VerificationOptions

/// The result of a verification: the counts of objects, and the findings.
///
/// ```swift
/// let report: VerificationReport = try StoreVerifier.verify(storeAt: "library.store")
/// report.entities.map(\.count) // [120, 412]
/// report.diagnostics(of: "library.store").map(\.message)
/// ```
public typealias VerificationReport = StoreVerification.VerificationReport

/// The reason why a store could not be verified at all.
///
/// ```swift
/// options.uniqueKeys = [.init(entity: "Book", properties: ["shelf"])]
/// do {
///   _ = try StoreVerifier.verify(storeAt: "library.store", options: options)
/// } catch let error as VerificationError {
///   error.message // there is no stored property 'shelf' for the key 'Book:shelf'
/// }
/// ```
public typealias VerificationError = StoreVerification.VerificationError

/// One problem in a store, how often it occurs, and where.
///
/// ```swift
/// func show(_ findings: [Finding]) {
///   for finding in findings { print(finding.severity, finding.message) }
///   // error 2 links of 'Note.book' lead to a 'Book' that is gone
/// }
/// ```
public typealias Finding = StoreVerification.Finding
