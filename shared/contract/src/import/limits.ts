/* Without zod, so that the browser can have it without the schemas. */

/** Characters of an address that a file is fetched from. */
export const maxAddressLength = 2_000
/** Bytes of a file that is imported, at most. */
export const maxImportBytes = 500_000_000
/** Bytes of each of its parts but the last. */
export const importPartBytes = 8_000_000
/** Parts of a file at most. */
export const maxImportParts = Math.ceil(maxImportBytes / importPartBytes)
