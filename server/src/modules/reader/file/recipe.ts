/** Rises with tables, columns and the form of keys: a file of another layout can be neither asked nor written. */
export const layout = 1

/**
 * Rises with the words and keys that items have: a file of another recipe finds what it found before, and takes what changes by this one,
 * until one of this recipe is made.
 */
export const recipe = 2
