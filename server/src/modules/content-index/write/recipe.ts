/**
 * The version of how index entries are made from content: words, sort keys, keys of values, delivered JSON. Whoever changes
 * what comes out counts it up, and servers then make the index of each tenant anew before they listen (ADR 13).
 */
export const indexRecipe = 1
