#!/bin/sh
# Installs 'migrate' from the archive of a release, after a look at its SHA-256.
#
#     install.sh [--prefix FOLDER] [--version VERSION] [--archive FILE]
#
# By default the newest release is installed to ~/.local. FILE is an archive that is there already; its
# sum is read from FILE.sha256. The variable MIGRATE_RELEASES names another place for the archives: an
# address or a folder. The exit status is 0, 1 for what went wrong, and 3 where there is no archive.
set -eu

readonly repository=https://github.com/OWNER/migrate

fail() { # fail STATUS MESSAGE
  printf 'error: %s\n' "$2" >&2
  exit "$1"
}

platform() {
  system=$(uname) machine=$(uname -m)
  case $system in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail 3 "there is no archive for $system; build it from source" ;;
  esac
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail 3 "there is no archive for $machine; build it from source" ;;
  esac
  echo "$system-$machine"
}

newest_version() {
  command -v curl >/dev/null || fail 1 "the newest version is asked for with 'curl', which is missing; give --version"
  latest=$(curl -fsSL -o /dev/null -w '%{url_effective}' "$repository/releases/latest") ||
    fail 1 "cannot ask '$repository' for the newest version; give --version"
  case $latest in
    */tag/v*) echo "${latest##*/tag/v}" ;;
    *) fail 3 "there is no release in '$repository'" ;;
  esac
}

# Copies a file of a release. Where it does not exist, the status is 3.
obtain() { # obtain ADDRESS FILE
  case $1 in
    file://*) obtain "${1#file://}" "$2" ;;
    http://* | https://*) download "$1" "$2" ;;
    *)
      [ -e "$1" ] || fail 3 "there is no '$1'"
      cp "$1" "$2" || fail 1 "cannot copy '$1'"
      ;;
  esac
}

download() {
  if command -v curl >/dev/null; then
    code=$(curl -sSL -o "$2" -w '%{http_code}' "$1") || fail 1 "cannot download '$1'"
    case $code in
      200) ;;
      404) fail 3 "there is no '$1'" ;;
      *) fail 1 "cannot download '$1': the server answers $code" ;;
    esac
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$1" || {
      [ $? -ne 8 ] || fail 3 "there is no '$1'"
      fail 1 "cannot download '$1'"
    }
  else
    fail 1 "a download needs 'curl' or 'wget', and both are missing"
  fi
}

sum_of() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1"
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1"
  else
    fail 1 "the SHA-256 cannot be checked: 'sha256sum' and 'shasum' are missing"
  fi | cut -d ' ' -f 1
}

check_sum() { # check_sum FILE
  read -r expected _ <"$1.sha256" || [ -n "$expected" ] || fail 1 "'$1.sha256' is empty"
  found=$(sum_of "$1")
  [ "$expected" = "$found" ] ||
    fail 1 "the SHA-256 of the archive is $found, and should be $expected; nothing is installed"
}

# Each file is put in place by a rename: a running 'migrate' keeps the one it began with.
place() { # place FOLDER PREFIX
  (cd "$1" && find . -type f -print) | while IFS= read -r file; do
    mkdir -p "$(dirname "$2/$file")"
    cp -p "$1/$file" "$2/$file.new"
    mv -f "$2/$file.new" "$2/$file"
  done
}

# An earlier version may have come with libraries that this one does not need.
remove_old_libraries() { # remove_old_libraries FOLDER PREFIX
  for file in "$2"/lib/migrate/*; do
    [ ! -f "$file" ] || [ -e "$1/lib/migrate/${file##*/}" ] || rm -f "$file"
  done
}

prefix="" version="" archive=""
while [ $# -gt 0 ]; do
  case $1 in
    --prefix | --version | --archive)
      if [ $# -lt 2 ] || [ -z "$2" ]; then fail 1 "$1 needs a value"; fi
      case $1 in
        --prefix) prefix=$2 ;;
        --version) version=${2#v} ;;
        --archive) archive=$2 ;;
      esac
      shift 2
      ;;
    --help | -h)
      echo "usage: install.sh [--prefix FOLDER] [--version VERSION] [--archive FILE]"
      exit 0
      ;;
    *) fail 1 "there is no option '$1'; the options are --prefix, --version and --archive" ;;
  esac
done
[ -n "$prefix" ] || prefix=${HOME:?"HOME is not set; give --prefix"}/.local

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

if [ -n "$archive" ]; then
  obtain "$archive" "$work/archive"
  obtain "$archive.sha256" "$work/archive.sha256"
else
  platform=$(platform)
  [ -n "$version" ] || version=$(newest_version)
  place=${MIGRATE_RELEASES:-$repository/releases/download/v$version}
  obtain "$place/migrate-$version-$platform.tar.gz" "$work/archive"
  obtain "$place/migrate-$version-$platform.tar.gz.sha256" "$work/archive.sha256"
fi
check_sum "$work/archive"
mkdir "$work/unpacked"
gzip -dc "$work/archive" | tar -xf - -C "$work/unpacked" || fail 1 "the archive cannot be unpacked"
set -- "$work/unpacked"/migrate-*
[ -x "$1/bin/migrate" ] || fail 1 "the archive does not hold 'bin/migrate'"
mkdir -p "$prefix" || fail 1 "cannot make '$prefix'; give another --prefix, or run this as another user"
[ -w "$prefix" ] || fail 1 "'$prefix' cannot be written to; give another --prefix, or run this as another user"
place "$1" "$prefix"
remove_old_libraries "$1" "$prefix"
"$prefix/bin/migrate" --version >"$work/version" ||
  fail 1 "'$prefix/bin/migrate' is installed, and does not run on this system"
printf '%s is installed: %s\n' "$(cat "$work/version")" "$prefix/bin/migrate"
case :${PATH:-}: in
  *":$prefix/bin:"*) ;;
  *) printf "note: '%s' is not on the PATH\n" "$prefix/bin" ;;
esac
