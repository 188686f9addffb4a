/** Two names that look the same to people are the same: case, ways to write an accent, and spaces do not count. */
export const nameKeyOf = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\s+/gu, ' ').trim()

/** As it is kept: composed letters, no space at its ends. */
export const tidyName = (name: string): string => name.normalize('NFC').trim()
