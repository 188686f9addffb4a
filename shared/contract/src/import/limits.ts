/* Without zod, so that the browser can have it without the schemas. */

/** Bytes of a file that is imported, at most. */
export const maxImportBytes = 500_000_000
/** Bytes of each of its parts but the last. */
export const importPartBytes = 8_000_000
/** Parts of a file at most. */
export const maxImportParts = Math.ceil(maxImportBytes / importPartBytes)
