/**
 * The version of how index entries are made from content: keys of values, references, delivered JSON. Whoever changes what
 * comes out counts it up, and servers then make the index of each tenant anew before they listen (ADR 13).
 *
 * 2: rows say how ready a variation is; the entries are those of 1.
 * 3: search documents have heads, parts and references, and words in two forms.
 * 4: measures have words.
 * 5: names have keys in the order of the variation's language.
 * 6: rows of lists have the title of the variation as their name; the entries are those of 5.
 * 7: amounts are delivered as texts in one form; unique values are claimed without signs that nobody sees, and by what is live, too.
 */
export const indexRecipe = 7

/** The last version that changed the entries themselves: of an older index they are made anew, of a later one only rows. */
export const entryRecipe = 7

/** The last version that changed rows of lists in what the state of an item does not tell: names. */
export const rowRecipe = 6

/** The last version that changed which unique values items claim, or what they are compared by. */
export const claimRecipe = 7
