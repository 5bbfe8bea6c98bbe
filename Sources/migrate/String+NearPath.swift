internal import Diagnostics
internal import Files

extension String {
  /// The existing path that a missing path may mean, as the end of a message: `, did you mean 'Sources'?`.
  var nearPathClause: String {
    let (folder, name) = (FilePath.folder(of: self), FilePath.name(of: self))
    // A folder that cannot be read has no names to suggest.
    let meant = nearest(to: name, among: (try? FileSystem.names(in: folder)) ?? [])
    return meant.map {
      ", did you mean '\(folder == "." ? $0 : FilePath.join(folder, $0))'?"
    } ?? ""
  }
}
