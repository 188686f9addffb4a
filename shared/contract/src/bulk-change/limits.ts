/* Without zod, so that the browser can have it without the schemas. */

/** Rows of one bulk change at most, and of one file that is imported. */
export const maxBulkChangeRows = 200_000
