import { isLanguageTag, primaryLanguage } from '@pim/contract/core/language.ts'
import { languageTags } from './language-tags.ts'

export interface LanguageOption {
  readonly tag: string
  /** In the language of the screen: "German (Switzerland)". */
  readonly name: string
  /** In the language itself: "Deutsch (Schweiz)". */
  readonly ownName: string
  /** Its letters, named in the language of the screen: "Latin". */
  readonly script: string
}

/** More would hold up the page while one types, and the next letter finds the rest. */
const mostShown = 60

const namesIn = (language: string, type: 'language' | 'script'): Intl.DisplayNames =>
  new Intl.DisplayNames([language], { type, fallback: 'none', languageDisplay: 'standard' })

/** The names of languages for who reads `shownIn`. */
export function languageNames(shownIn: string) {
  const names = namesIn(shownIn, 'language')
  const scripts = namesIn(shownIn, 'script')
  const ownNames = new Map<string, Intl.DisplayNames>()
  const ownNamesOf = (language: string) => {
    const known = ownNames.get(language) ?? namesIn(language, 'language')
    ownNames.set(language, known)
    return known
  }
  /** Undefined where the text is no tag, or of a language that nobody knows. */
  const optionOf = (text: string): LanguageOption | undefined => {
    const tag = canonicalTag(text)
    const name = tag === undefined ? undefined : names.of(tag)
    if (tag === undefined || name === undefined) return undefined
    const ownName = ownNamesOf(primaryLanguage(tag)).of(tag) ?? name
    const { script = '' } = new Intl.Locale(tag).maximize()
    return { tag, name, ownName, script: (script && scripts.of(script)) || script }
  }
  return {
    optionOf,
    /** All that are offered, those of the person first, then by name. */
    options(own: readonly string[]): LanguageOption[] {
      const first = new Set(own.flatMap((text) => canonicalTag(text) ?? []))
      const compare = new Intl.Collator(shownIn).compare
      const others = languageTags.filter((tag) => !first.has(tag)).flatMap((tag) => optionOf(tag) ?? [])
      return [...first]
        .flatMap((tag) => optionOf(tag) ?? [])
        .concat(others.sort((a, b) => compare(a.name, b.name) || compare(a.tag, b.tag)))
    },
  }
}

/** `de-ch` as `de-CH`; undefined where it is no tag. */
function canonicalTag(text: string): string | undefined {
  const tag = text.trim().replaceAll('_', '-')
  if (!isLanguageTag(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    // A tag of a right shape need not be one.
    return undefined
  }
}

/** Languages that have every typed word in one of their names, in the code or in the script; codes and beginnings come first. */
export function findLanguages(options: readonly LanguageOption[], typed: string, shownIn: string): LanguageOption[] {
  const lower = (text: string) => text.toLocaleLowerCase(shownIn)
  const wanted = lower(typed.trim())
  const words = wanted.split(/[\s,()]+/).filter(Boolean)
  if (words.length === 0) return options.slice(0, mostShown)
  const found = options.flatMap((option) => {
    const texts = [option.tag, option.name, option.ownName, option.script].map(lower)
    if (!words.every((word) => texts.some((text) => text.includes(word)))) return []
    const [tag] = texts
    const rank = tag === wanted ? 0 : texts.slice(0, 3).some((text) => text.startsWith(wanted)) ? 1 : 2
    return [{ option, rank }]
  })
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostShown)
    .map(({ option }) => option)
}
