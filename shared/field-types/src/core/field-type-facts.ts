/**
 * What is true of each value of a field type, whatever the settings of its field. Plain data, which costs nothing to load: a list
 * or a dialog knows it without the models. A fact that is left out is false.
 */
export interface FieldTypeFacts {
  /** Where the type stands among the types that somebody chooses from. */
  readonly place: number
  /** Its value is the file of a media item. */
  readonly isFile?: boolean
  /** What its values are the ids of. */
  readonly refersTo?: 'concept' | 'item' | 'media'
  /** Its values have fields of their own, which may be of types that refer to something. */
  readonly hasInnerFields?: boolean
  readonly isTruthValue?: boolean
  /** Its value is the text that was typed. */
  readonly isPlainText?: boolean
  /** It is one line of words, such as a slug is made from. */
  readonly isLine?: boolean
  /** Its texts in files are HTML or Markdown. */
  readonly isMarkedUp?: boolean
  /** Two values of it are compared word by word. */
  readonly hasWords?: boolean
  /** Article numbers and the like, which are found by their parts; `maybe`: where they look like one. */
  readonly isCode?: 'always' | 'maybe'
  /** Its text is one number and nothing else: a spreadsheet has it as a number. */
  readonly isNumber?: boolean
  /** Its values stand below each other at the right, so that their digits do. */
  readonly isFigure?: boolean
  /** A sentence can quote its values. */
  readonly isQuotable?: boolean
  /** Its values have parts of their own, so a row of a list has its text and not its value. */
  readonly isToldByText?: boolean
  /** No column of a list can show it. */
  readonly isUnlisted?: boolean
  /** The width of its column in a list, in pixels. */
  readonly width?: number
  /** Why a text is no value of it, as the reason of `NOT_READ`. */
  readonly notRead?: string
}
