import { defaultLanguage, primaryLanguage, type productLanguages } from '@pim/contract/core/language.ts'
import type { KeyValueStore } from '../preferences/browser-storage.ts'
import { isPseudoLanguage } from './pseudo-language.ts'

/** The languages of the product, each in its own words: somebody who reads no other has to find it. */
export const languages = [
  { tag: defaultLanguage, name: 'English' },
  { tag: 'sv-SE', name: 'Svenska' },
  { tag: 'de-DE', name: 'Deutsch' },
] as const satisfies readonly { tag: (typeof productLanguages)[number]; name: string }[]

/** The language whose strings the server has for it. */
export const stringsLanguage = (tag: string): string => (isPseudoLanguage(tag) ? defaultLanguage : tag)

/** The first part of a path, by which the server knows what its screen says at first. */
export const screenAt = (path: string): string => /^\/([\w-]{0,80})(?:\/|$)/.exec(path)?.[1] ?? ''

/** The last choice made in this browser: used until it is known who has signed in. */
export const lastLanguageKey = 'pim.language'
const ownKey = (userId: string): string => `${lastLanguageKey}:${userId}`

const isKnown = (tag: string | undefined): tag is string => languages.some((language) => language.tag === tag)

/** The first language that the browser asks for and the product has, in whatever country. */
export function browserLanguage(wanted: readonly string[]): string {
  const found = wanted.flatMap(
    (tag) => languages.find((each) => primaryLanguage(each.tag) === primaryLanguage(tag)) ?? [],
  )
  return found[0]?.tag ?? defaultLanguage
}

/** The language of a person in this browser; without one, of whoever chose last. */
export function chosenLanguage(
  storage: KeyValueStore,
  userId: string | undefined,
  wanted: readonly string[] = navigator.languages,
): string {
  const last = storage.read(lastLanguageKey)
  // It is chosen by hand in the storage of the browser, and holds for everybody there.
  if (last !== undefined && isPseudoLanguage(last)) return last
  const chosen = userId === undefined ? last : storage.read(ownKey(userId))
  return isKnown(chosen) ? chosen : browserLanguage(wanted)
}

export function keepLanguage(storage: KeyValueStore, userId: string, tag: string): void {
  storage.write(lastLanguageKey, tag)
  storage.write(ownKey(userId), tag)
}
