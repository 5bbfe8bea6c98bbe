/// The script with which bash completes the command lines of a tool with subcommands.
///
/// It also works in bash 3.2, the version of macOS.
package struct BashCompletion {
  private let root: Command

  /// The script for an outermost command.
  package init(_ root: Command) { self.root = root }

  /// The text of the script.
  package var text: String {
    """
    # Completion of '\(root.name)' for bash.
    # Written by '\(root.name) completions bash': source it, or put it among the completions of bash.

    \(function)_offer() {
      local word
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$current")
    }

    \(function)_paths() {
      compopt -o filenames 2>/dev/null
      \(function)_offer "$1"
    }

    \(function)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
      # Bash takes the equals sign in '--option=value' for a word.
      if [[ $current == '=' ]]; then
        current=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        \(offer(root.subcommandNames + ["help", "--help", "--version"]))
        return
      fi
      case ${COMP_WORDS[1]} in
        help) \(offer(root.subcommandNames)) ;;
    \(root.subcommands.map(branch).joined(separator: "\n"))
      esac
    }

    complete -F \(function) \(root.name)

    """
  }

  private var function: String { "_" + root.name.shellIdentifier }

  private func branch(_ command: Command) -> String {
    let values = command.allOptions.compactMap { option in
      option.value.map { value in
        "        \(option.words.joined(separator: " | "))) \(action(value.completion, value)) ;;"
      }
    }
    return """
          \(command.name))
            case $previous in
      \(values.isEmpty ? "" : values.joined(separator: "\n") + "\n")        *)
                if [[ $current == -* ]]; then
                  \(offer(command.allOptions.flatMap(\.words) + ["-h", "--help"]))
                else
                  \(command.arguments.last.map { action($0.value.completion, $0.value) } ?? ":")
                fi
                ;;
            esac
            ;;
      """
  }

  private func action(_ completion: Completion, _ value: ValueDeclaration) -> String {
    switch completion {
    case .nothing: ":"
    case .choices: offer(value.choices)
    case .words(let words): offer(words)
    case .file: "\(function)_paths -f"
    case .directory: "\(function)_paths -d"
    }
  }

  private func offer(_ words: [String]) -> String {
    "\(function)_offer -W \(words.joined(separator: " ").shellQuoted)"
  }
}
