/** PostgreSQL's stemmer by language; words of other languages are not stemmed. */
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  et: 'estonian_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nb: 'norwegian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  nn: 'norwegian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
}

function stemmerOf(languageCode: string): string | null {
  const [language = ''] = languageCode.toLowerCase().split('-')
  return Object.hasOwn(dictionaries, language) ? (dictionaries[language] ?? null) : null
}

/** The first is that of the variation; null where it has none. */
export function stemmersOf(languageCodes: readonly string[]): (string | null)[] {
  const [own = null, ...others] = languageCodes.map(stemmerOf)
  return [own, ...new Set(others.filter((stemmer) => stemmer !== null && stemmer !== own))]
}
