/**
 * Thirty-one marks in a row: more than any language puts on a letter (UAX #15 allows thirty in its stream-safe format).
 * The two half-width letters are marks once they are decomposed. A row is looked at from its first mark only, so that
 * rows that are a little too short take no longer.
 */
const markRows = /([\p{M}\uff9e\uff9f](?<![\p{M}\uff9e\uff9f]{2})[\p{M}\uff9e\uff9f]{30,})/u

/**
 * A text in a normal form of Unicode. Normalising puts the marks of each letter in order, and the engine does that by
 * insertion: 200,000 marks on one letter take half a minute. Longer rows of marks are therefore left as they are, which
 * makes the time grow with the length of the text alone.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFKD'): string =>
  markRows.test(text)
    ? text
        .split(markRows)
        .map((part, at) => (at % 2 === 1 ? part : part.normalize(form)))
        .join('')
    : text.normalize(form)
