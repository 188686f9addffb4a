/** More than any content type has, with each of its fields in each of its variations. */
export const maxColumns = 5_000
/** Characters of one row: what is held in memory while a quote waits for its end. */
export const maxRowLength = 8_000_000
/** Rows of one file, which may have several for each item. */
export const maxRows = 1_000_000
/** Characters of a column's name. */
export const maxNameLength = 200
/** How much of a file is looked at to find its format, its delimiter and UTF-16. */
export const headBytes = 65_536
