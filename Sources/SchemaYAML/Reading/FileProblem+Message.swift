internal import Diagnostics
internal import Files

extension FileProblem {
  /// The message of the problem.
  var message: String {
    switch self {
    case .notASchemaFile(let found):
      "a schema file is a mapping that begins with 'schema: Name', and not \(found)"
    case .unknownKey(let key, _, let allowed, _):
      "unknown key '\(key.abbreviated)'" + suggestion(for: key, among: allowed)
    case .misplacedList(let key, _):
      "'\(key)' stands where the name of an entity is due"
    case .missingKey(let key, let subject): "\(subject) has no '\(key)'"
    case .wrongValue(let key, let expected, let found):
      "'\(key)' takes \(expected), and not \(found)"
    case .unknownWord(let word, let key, let allowed):
      "'\(key)' is \(allowed.quotedList), and not '\(word.abbreviated)'"
        + suggestion(for: word, among: allowed)
    case .invalidVersion(let text):
      "a version has one to three numbers, such as 2.1.0, and not '\(text.abbreviated)'"
    case .listNotNested(let key, let example):
      "'\(key)' takes a list of lists of properties: \(example)"
    case .duplicateRule(let name, _): "the rule '\(name.abbreviated)' is given twice"
    case .undecidedRawValue(let name):
      "the raw value of '\(name)' is a number: write 'raw: int' next to 'cases', or quote it"
    case .namesWithoutRawValue(let name):
      "the enumeration '\(name)' has no raw values: list the names of its cases only"
    case .malformedType(let text, let reason): "the type '\(text.abbreviated)' \(reason)"
    case .defaultGivenTwice(let attribute):
      "the default of '\(attribute)' is given twice: after '=' and as 'default'"
    case .unreadableLiteral(let found, let type, let reason):
      "\(found) is no value of type '\(type)'" + (reason.isEmpty ? "" : ": \(reason)")
    case .contradictoryOptional(let attribute):
      "the type of '\(attribute)' ends in '?', and 'optional' says false"
    case .noDestination(let relationship):
      "the relationship '\(relationship)' leads nowhere: give it 'toOne' or 'toMany'"
    case .twoDestinations(let relationship):
      "the relationship '\(relationship)' has both 'toOne' and 'toMany'"
    case .extendsInText: "'extends' names a file, and this text did not come from one"
    case .extendsItself(let files):
      "'\(files[0])' extends itself: \(files.joined(separator: " → "))"
    case .baseWithoutEnding(let path):
      "'\(path.abbreviated)' is no schema file: the name of one ends in '.yaml' or '.yml'"
    case .noSchemaKey(let path): "'\(path.abbreviated)' is no schema file: it has no key 'schema'"
    case .otherSchema(let name, let base, let baseName):
      "'\(base)' is a version of the schema '\(baseName)', and this is '\(name)'"
    case .baseNotEarlier(let base, let baseVersion, let version):
      "'\(base)' has version \(baseVersion), which is not before \(version)"
    case .removedWithoutBase:
      "'removed' needs 'extends', with the file of the previous version: 'extends: V1.yaml'; without it a file "
        + "says all there is in its version"
    case .unknownRemoval(let kind, let name, let candidates):
      "the previous version has no \(kind) '\(name.abbreviated)'"
        + suggestion(for: name, among: candidates)
    case .malformedRemoval(let text, let kind, let example):
      "'\(text.abbreviated)' does not say which \(kind) to remove: write \(example)"
    case .removedFromList(let property, let entity, let key, let list):
      "'\(property)' is removed, but '\(key)' of '\(entity)' still lists it: \(list.bracketed)"
    case .unknownMappedEntity(let name, let candidates),
      .unknownCountedEntity(let name, let candidates):
      "there is no entity '\(name.abbreviated)'" + suggestion(for: name, among: candidates)
    case .unknownMappedProperty(let name, let entity, let candidates):
      "'\(entity)' has no property '\(name.abbreviated)'" + suggestion(for: name, among: candidates)
    case .missingFile(let path, let candidates):
      "there is no file '\(path)'" + suggestion(for: path, among: candidates)
    case .notAFile(let path): "'\(path)' is not a file"
    case .unreadableFile(let path): "the file '\(path)' cannot be read"
    case .missingFolder(let path, let candidates):
      "there is no folder '\(path)'" + suggestion(for: path, among: candidates)
    case .fileForFolder(let path):
      "'\(path)' is a file: name its folder, '\(FilePath.folder(of: path))'"
    case .unreadableFolder(let path, let reason): "the folder '\(path)' cannot be read: \(reason)"
    case .noSchemaFiles(let path): "the folder '\(path)' has no schema files ('V1.yaml')"
    case .deletedSchemaFiles(let path):
      "the folder '\(path)' has a 'schema.lock', and no schema files"
    case .unseenModel(let folder, let root):
      "no command looks at the schema files in '\(folder)': a model's folder stands directly in "
        + "'\(root)'"
    case .illegibleName(let path): "the name of '\(path)' is not UTF-8: rename it"
    case .sameVersion(let version, _, _): "there is another file of version \(version)"
    case .versionOrder(let file, let version, let other, let later, _):
      "'\(file)' has version \(version), and '\(other)' the later \(later)"
    case .otherName(let name, let expected, _):
      "this file is of the schema '\(name)', and others in its folder are of '\(expected)'"
    case .missingVersionFile(let missing, let before, let after):
      "'\(missing)' is missing between '\(before)' and '\(after)'"
    case .skippedVersion(let skipped, let base, let version):
      "version \(version) extends \(base), so it has nothing of \(skipped), which lies between"
    case .foreignBase(let base): "'\(base)' is no version in this folder"
    }
  }

  private func suggestion(for name: String, among candidates: [String]) -> String {
    nearest(to: name, among: candidates).map { ", did you mean '\($0)'?" } ?? ""
  }
}

extension [String] {
  /// The words as a list in YAML: `[a, b]`.
  var bracketed: String { "[\(joined(separator: ", "))]" }

  /// The words in quotes, as alternatives: `'a', 'b' or 'c'`.
  var quotedList: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
