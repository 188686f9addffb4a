/** Parts of one workbook: sheets, pictures and what belongs to them. */
export const maxParts = 10_000
/** Bytes of one part, unpacked: a sheet of 200,000 rows with forty cells each has about 400 MB. */
export const maxPartSize = 4_000_000_000
/** Bytes of all parts together. */
export const maxUnpacked = 6_000_000_000
/** Bytes of a part that is read whole before a sheet is (what sheets there are, formats of cells): real ones have some hundred thousand. */
export const maxWholePartSize = 64_000_000
/** Beyond `smallUnpacked` bytes, a workbook unpacks to at most this many times its size: repeated cells give 10 to 50. */
export const maxRatio = 200
export const smallUnpacked = 100_000_000
/** Texts that cells refer to by their number. */
export const maxSharedStrings = 20_000_000
export const maxMergedRanges = 100_000
/** Formats of cells. */
export const maxFormats = 100_000
export const maxSheets = 1_000
/** Of the texts that cells refer to, this many bytes are in memory. */
export const textCacheBytes = 16 * 65_536
