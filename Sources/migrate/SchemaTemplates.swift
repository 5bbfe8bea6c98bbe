internal import SchemaModel

/// The texts of the files with which a project begins.
enum SchemaTemplates {
  /// The first version of a model, to be edited.
  static func first(named name: String) -> String {
    """
    # \(name) 1. This file is the model as it is released. Once it has shipped it
    # is never edited again: 'migrate new' writes the next version, which says only
    # what is new.
    schema: \(name)
    # Who migrates the stores in the field: swiftdata, coredata or none.
    platform: swiftdata
    version: 1.0.0

    entities:
      Book:
        doc: A book that the reader owns.
        attributes:
          id: {type: uuid, default: uuid(), unique: true}
          title: string  # a type; with '?' behind it there may be no value
          subtitle: string?
          addedAt: date = now()  # and a default
          format: enum(hardcover, paperback, ebook) = paperback
          # Kept in a file of its own.
          cover: {type: data, optional: true, storage: external}
        relationships:
          # Both sides are declared, and name each other as inverse. 'delete' says
          # what becomes of the other side: cascade, nullify, deny or noAction.
          notes: {toMany: Note, inverse: book, delete: cascade}
        indexes: [[title]]
        rules:
          - name: a title is not blank
            check: trim(title) <> ''

      Note:
        attributes:
          text: string = ""
          createdAt: date = now()
        relationships:
          book: {toOne: "Book?", inverse: notes, delete: nullify}

    """
  }

  /// A later version of a model, to be edited, with the lines of given entities.
  static func next(
    _ version: Version, of name: String, after base: String, with entities: String = ""
  ) -> String {
    """
    # \(name) \(version): only what is new or different since \(base).
    schema: \(name)
    version: \(version)
    extends: \(base)

    entities:
    \(entities)#  Book:
    #    attributes:
    #      rating: double?                           # a new attribute
    #      name: {type: string, renamedFrom: title}  # one that has a new name

    # removed:                             # parts that this version drops
    #   attributes: [Book.subtitle]

    # migration:
    #   map:                               # values that nobody can infer
    #     Book:
    #       rating: {using: "stars * 2.0"} # SQL over the properties as they were
    #       where: "title <> ''"           # the objects to keep, on purpose
    #   after:                             # checks; if one fails, all is undone
    #     - {count: Book}

    """
  }

  /// The settings of a project.
  static func configuration(_ schemas: String) -> String {
    """
    # The defaults of 'migrate' in this project.

    # The schema files: a folder for each model, with a file for each version.
    schemas: \(schemas)

    """
  }
}
