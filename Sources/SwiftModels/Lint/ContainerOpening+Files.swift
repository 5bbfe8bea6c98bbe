extension ContainerOpening {
  /// The paths of files that the function writes itself, other than the store.
  var writtenFiles: [Expression] {
    var paths: [Expression] = []
    function.facts.statements.forEachExpression { expression in
      switch (expression.calledName, expression.callArguments.first) {
      case ("write", _):
        let targets = expression.callArguments.filter { ["to", "toFile"].contains($0.label) }
        paths += targets.map(\.value)
      case ("createFile", let first?), ("OutputStream", let first?): paths.append(first.value)
      case ("FileHandle", let first?)
      where ["forWritingTo", "forWritingAtPath"].contains(first.label):
        paths.append(first.value)
      default: break
      }
    }
    return paths
  }

  /// The paths of files that the function always deletes before it opens a container, and creates again.
  var replacedFiles: [Expression] {
    var paths: [Expression] = []
    func collect(_ value: Expression) {
      var value = value
      while case .attempt(let inner, _) = value.kind { value = inner }
      guard value.calledName == "removeItem", value.position < position,
        let first = value.callArguments.first
      else { return }
      paths.append(first.value)
    }
    func collect(_ body: [Statement]) {
      for statement in body {
        switch statement {
        case .expression(let value):
          if case .branches(let inner) = value.kind { collect([inner]) } else { collect(value) }
        case .attempt(let body, _): collect(body)
        case .conditional(let conditions, let then, _) where conditions.askForFile: collect(then)
        default: break
        }
      }
    }
    collect(function.facts.statements)
    return paths
  }
}

extension [Condition] {
  /// Whether the conditions only ask whether a file exists.
  fileprivate var askForFile: Bool {
    allSatisfy { condition in
      if case .expression(let value) = condition { value.calledName == "fileExists" } else { false }
    }
  }
}
