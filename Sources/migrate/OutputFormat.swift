/// The forms that results come in, of which each command takes some.
enum OutputFormat: String, CaseIterable {
  case text
  case json
  case yaml
  case markdown
  case sql
  case mermaid
  case dot
  case xcdatamodel
}
