import { maxTechnicalNameLength } from '@pim/contract/core/names.ts'

/** "Care instructions" as `careInstructions`; empty where nothing of it can be used. */
export function technicalNameOf(words: string): string {
  const [first = '', ...rest] = words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = [first.toLowerCase(), ...rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join('')
  return name.replace(/^[^A-Za-z]+/, '').slice(0, maxTechnicalNameLength)
}
