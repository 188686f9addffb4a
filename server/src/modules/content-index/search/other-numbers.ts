/** Endings of one thing and of many, by language: those that stemmers make two words of. */
const endings: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  de: pairs('/s us/en is/en um/en a/en us/een as/anten um/a on/a s/sse in/innen'),
  en: pairs(
    'f/ves fe/ves s/ses is/es ix/ices ex/ices man/men foot/feet tooth/teeth goose/geese mouse/mice die/dice child/children',
  ),
  es: pairs('z/ces'),
  fr: pairs('u/ux al/aux ail/aux'),
  sv: pairs(
    '/r /n el/lar el/ler er/rar er/rer en/nar m/mmar um/er a/on and/änder an/än ang/änger ång/änger ad/äder ot/ötter att/ätter ok/öcker on/öner',
  ),
}

function pairs(text: string): (readonly [string, string])[] {
  return text.split(' ').map((pair) => {
    const [one = '', many = ''] = pair.split('/')
    return [one, many] as const
  })
}

const shortestWord = 2
const shortestRest = 1

/**
 * Singular and plural forms that a word may have where the stemmer does not put them together: `knives` for `knife`. Most of these are no
 * words, and are found nowhere.
 */
export function otherNumbersOf(word: string, languageCodes: readonly string[]): string[] {
  if ([...word].length < shortestWord) return []
  const found = new Set<string>()
  const languages = new Set(languageCodes.map((code) => code.toLowerCase().split('-')[0] ?? ''))
  for (const language of languages) {
    if (!Object.hasOwn(endings, language)) continue
    for (const pair of endings[language] ?? [])
      for (const [from, to] of [pair, pair.toReversed()]) {
        if (from === undefined || to === undefined || !word.endsWith(from)) continue
        const rest = word.slice(0, word.length - from.length)
        if (rest.length >= shortestRest || from.length > 2) found.add(rest + to)
      }
  }
  found.delete(word)
  return [...found]
}
