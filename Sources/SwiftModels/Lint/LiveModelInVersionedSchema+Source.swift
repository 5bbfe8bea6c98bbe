internal import Diagnostics
internal import SchemaLint
internal import SchemaModel

extension LiveModelInVersionedSchema: SourceAnalysis {
  /// A finding for every model outside the versions that several versions share, at the first of them.
  ///
  /// The newest version has one finding for all of its models.
  func findings(in flow: ProgramFlow) -> [Finding] {
    let versions = Set(flow.versions.entries.map(\.id))
    var models: [SourceProgram.TypeID] = []
    var listings: [SourceProgram.TypeID: [Listing]] = [:]
    var newest: [Finding] = []
    for entry in flow.versions.entries {
      let isNewest = flow.versions.isNewest(entry)
      let later = flow.versions.models(after: entry)
      let live = entry.facts.places.filter { place in
        // No store exists for models that only tests declare.
        !(entry.isTest && flow.program.isTried(place.model))
          && !flow.program.isInside(place.model, anyOf: versions)
          && (isNewest ? flow.program[place.model].parent == nil : later.contains(place.model))
      }
      guard let first = live.first, flow.limit(on: entry) != .note else { continue }
      if isNewest {
        newest.append(finding(on: first.model, Listing(entry, first, flow), flow))
        continue
      }
      for place in live {
        if listings[place.model] == nil { models.append(place.model) }
        listings[place.model, default: []].append(Listing(entry, place, flow))
      }
    }
    return models.map { model in
      // The versions are sorted, because files have another order.
      finding(on: model, (listings[model] ?? []).sorted { $0.version < $1.version }, flow)
    } + newest
  }

  /// A note for an unreleased version, which may still change with the app.
  private func finding(
    on model: SourceProgram.TypeID, _ listing: Listing, _ flow: ProgramFlow
  ) -> Finding {
    let name = flow.program[model].facts.name
    return Finding(
      Self.id, .willChange(name, listing.name), at: listing.place,
      notes: [
        .init(.declaredHere, at: flow.place(of: model)), .init(.freeze(name, in: [listing.name])),
      ], atMost: .note)
  }

  private func finding(
    on model: SourceProgram.TypeID, _ listings: [Listing], _ flow: ProgramFlow
  ) -> Finding {
    let name = flow.program[model].facts.name
    let versions = listings.map(\.name)
    let others = Array(versions.dropFirst())
    return Finding(
      Self.id, .changes(name, versions.first ?? ""),
      at: listings.first?.place ?? flow.place(of: model),
      notes: [
        .init(.declaredHere, at: flow.place(of: model)),
        others.isEmpty ? nil : .init(.isListedBy(others)),
        .init(.freeze(name, in: versions)),
      ].compactMap(\.self),
      atMost: listings.contains(where: \.hasDouble) ? nil : .warning)
  }
}

/// A version that lists a model, and the place in its list.
private struct Listing {
  var name: String
  var version: Version
  var place: Finding.Place
  /// Whether another version is the same; if not, the model may still be unchanged.
  var hasDouble: Bool

  init(
    _ entry: VersionTable.Entry,
    _ listed: (model: SourceProgram.TypeID, position: Position, file: Int), _ flow: ProgramFlow
  ) {
    hasDouble = flow.versions.entries.contains {
      $0.isSame(as: entry) && flow.versions.areRelated($0, entry)
    }
    name = flow.program.qualifiedName(of: entry.id)
    version = entry.facts.version ?? Version(0)
    place = flow.place(listed.position, inFile: listed.file)
  }
}

extension SourceProgram {
  /// Whether a type lies in the braces of one of these types.
  func isInside(_ id: TypeID, anyOf owners: Set<TypeID>) -> Bool {
    guard let parent = self[id].parent else { return false }
    return owners.contains(parent) || isInside(parent, anyOf: owners)
  }
}

extension Finding.Message {
  fileprivate static func changes(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' lists the app's own '\(model)', which changes with the app: stores of this "
        + "version then match none, and cannot be opened")
  }

  fileprivate static func willChange(_ model: String, _ version: String) -> Self {
    Self(
      "'\(version)' lists the app's own '\(model)'; once it is released, it has to be frozen "
        + "before the model changes again")
  }

  fileprivate static let declaredHere = Self("the model is declared here")

  fileprivate static func isListedBy(_ versions: [String]) -> Self {
    let names = versions.map { "'\($0)'" }
    let all = names.count == 1 ? "" : names.dropLast().joined(separator: ", ") + " and "
    return Self("\(all)\(names[names.count - 1]) \(names.count == 1 ? "lists" : "list") it, too")
  }

  fileprivate static func freeze(_ model: String, in versions: [String]) -> Self {
    let place = versions.count == 1 ? "of '\(versions[0])'" : "of each"
    return Self(
      "put a copy of '\(model)' as it was released into the braces \(place), and list that")
  }
}
