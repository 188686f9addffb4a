/** At most so many units of a text; ends between two characters, also where one of them takes two units. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
