/* Without zod, so that screens know them without the schemas. */

/** Rows of a page, where nobody says how many. */
export const defaultPageSize = 25
/** Rows of a page at most, and of what else is answered whole. */
export const maxPageSize = 200
