/// The script with which zsh completes the command lines of a tool with subcommands.
package struct ZshCompletion {
  private let root: Command

  /// The script for an outermost command.
  package init(_ root: Command) { self.root = root }

  /// The text of the script.
  package var text: String {
    """
    #compdef \(root.name)
    # Completion of '\(root.name)' for zsh.
    # Written by '\(root.name) completions zsh': save it as '\(function)' in a folder of $fpath.

    \(function)() {
      local context state state_descr line
      typeset -A opt_args
      _arguments -C \\
        '(- *)'{-h,--help}'[show help]' \\
        '(- *)--version[show the version]' \\
        '1:command:->command' \\
        '*::argument:->argument'
      case $state in
        command)
          local -a commands=(
    \(names)
          )
          _describe -t commands command commands
          ;;
        argument)
          case $line[1] in
    \(root.subcommands.map(branch).joined(separator: "\n"))
          esac
          ;;
      esac
    }

    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(root.name)
    fi

    """
  }

  private var function: String { "_" + root.name.shellIdentifier }

  private var names: String {
    (root.subcommands.map { ($0.name, $0.abstract) } + [("help", "Explain a command.")])
      .map { "        " + "\($0.0):\($0.1)".shellQuoted }.joined(separator: "\n")
  }

  private func branch(_ command: Command) -> String {
    let options = command.allOptions.flatMap(specifications) + ["'(- *)'{-h,--help}'[show help]'"]
    let arguments = command.arguments.enumerated().map { position, argument in
      let place = argument.count == .any ? "*" : "\(position + 1)"
      let colons = argument.count == .one ? ":" : argument.count == .any ? ":" : "::"
      return "\(place)\(colons)\(Self.escaped(argument.name)):\(action(argument.value))".shellQuoted
    }
    let lines = (options + arguments).map { "            " + $0 }.joined(separator: " \\\n")
    return """
              \(command.name))
                _arguments -s \\
      \(lines)
                ;;
      """
  }

  /// A specification for each of an option's names, each of which excludes the others.
  private func specifications(_ option: OptionDeclaration) -> [String] {
    let help = "[\(Self.escaped(option.help))]"
    let value = option.value.map { ":\(Self.escaped($0.placeholder)):\(action($0))" } ?? ""
    let first = option.isRepeatable ? "*" : "(\(option.words.joined(separator: " ")))"
    return option.words.map { word in
      let equals = option.value == nil ? "" : word.hasPrefix("--") ? "=" : "+"
      return (first + word + equals + help + value).shellQuoted
    }
  }

  private func action(_ value: ValueDeclaration) -> String {
    switch value.completion {
    case .nothing: ""
    case .choices: "(\(value.choices.joined(separator: " ")))"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .directory: "_files -/"
    }
  }

  /// Escapes the characters that end a part of a specification.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
