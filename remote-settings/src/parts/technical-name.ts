/** What the contract takes for a technical name, so that a slip is seen before it is sent. */
export const isTechnicalName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_-]{0,99}$/.test(name)

/** "Care instructions" as `careInstructions`; empty where nothing of it can be used. */
export function technicalNameOf(words: string): string {
  const [first = '', ...rest] = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = [first.toLowerCase(), ...rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join('')
  return name.replace(/^[^A-Za-z]+/, '').slice(0, 100)
}
