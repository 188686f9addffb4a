import { productLanguages } from '@pim/contract/core/language.ts'
import { addressesMeet, productAddresses } from '@pim/contract/sections/addresses.ts'
import { textKeysOf } from '@pim/contract/sections/static-half.ts'
import type { RemoteDescription } from '../sections/description.ts'
import type { Release } from './release.repository.ts'

/** The paths of the screens of a section; those that were built before contract 2.0 have a list of them alone. */
const pathsOf = ({ screens, paths }: RemoteDescription): string[] => (screens ? Object.keys(screens) : (paths ?? []))

/** A sentence about an address of the section that is the product's or another section's; undefined where all are its own. */
export function takenAddressOf(
  description: RemoteDescription,
  others: readonly Pick<RemoteDescription, 'name' | 'screens' | 'paths'>[],
): string | undefined {
  for (const path of pathsOf(description)) {
    if (productAddresses.some((own) => addressesMeet(path, own))) return `${path} is an address of the product itself.`
    for (const other of others) {
      const taken = pathsOf(other).find((theirs) => addressesMeet(path, theirs))
      if (taken !== undefined) return `${path} is an address of the section ${other.name}, which has ${taken}.`
    }
  }
  return undefined
}

const shownKeys = 3
/** A language has as many forms of a text as its grammar asks for. */
const withoutForm = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '')

/** A sentence about the texts that a language of the release lacks, while another one has them. */
export function missingTextsOf({ description, strings }: Pick<Release, 'description' | 'strings'>): string | undefined {
  const byLanguage = Object.entries(strings).map(
    ([tag, texts]) => [tag, new Set(Object.keys(texts).map(withoutForm))] as const,
  )
  const wanted = new Set([...byLanguage.flatMap(([, keys]) => [...keys]), ...textKeysOf(description)])
  if (byLanguage.length === 0) return undefined
  const lacks = byLanguage.flatMap(([tag, keys]) => {
    const missing = [...wanted].filter((key) => !keys.has(key))
    if (missing.length === 0) return []
    const more = missing.length > shownKeys ? ` and ${missing.length - shownKeys} more` : ''
    return [`${tag} lacks ${missing.slice(0, shownKeys).join(', ')}${more}`]
  })
  return lacks.length === 0 ? undefined : `${lacks.join('; ')}.`
}

/** The languages of the product in which a release has no texts at all, where it has some. */
export const languagesWithout = ({ strings }: Pick<Release, 'strings'>): string[] =>
  Object.keys(strings).length === 0 ? [] : productLanguages.filter((tag) => !(tag in strings))
