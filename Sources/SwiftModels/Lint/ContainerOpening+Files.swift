extension ContainerOpening {
  /// The paths of what the function writes itself, and not the store.
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

  /// The paths of what the function deletes in any case before it opens anything, so that it is made
  /// anew each time.
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
  /// Whether all that is asked is whether there is a file.
  fileprivate var askForFile: Bool {
    allSatisfy { condition in
      if case .expression(let value) = condition { value.calledName == "fileExists" } else { false }
    }
  }
}
