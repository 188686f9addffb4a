/** Elements inside of elements. */
export const maxDepth = 100
/** Characters of the name of an element or an attribute. */
export const maxNameLength = 200
/** Attributes of one element. */
export const maxAttributes = 500
/** Characters without the end of a tag or of a text: an attribute is held in memory until it ends. */
export const maxUnbroken = 16_000_000
/** Characters at the beginning of a file in which its repeated elements are looked for. */
export const headCharacters = 4_000_000
/** Different elements, by their path, that are counted at the beginning of a file. */
export const maxCounted = 10_000
/** Repeated elements that somebody can choose from. */
export const maxChoices = 50
/** Groups of a catalogue, places of records in them, and characters of both: they are in memory while the file is read. */
export const maxGroupEntries = 500_000
export const maxGroupCharacters = 30_000_000
