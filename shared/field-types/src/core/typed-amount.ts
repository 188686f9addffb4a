/** An amount as somebody types it in a search: `19,99 €`. */
export interface TypedAmount {
  /** What the digits may mean, as exact numbers: `1.299` is 1.299 or 1299. */
  readonly numbers: readonly string[]
  /** What stands beside them: a unit or a currency; empty where nothing does. */
  readonly sign: string
  /** Of whoever types it. */
  readonly languageCode: string
}

/** Signs are compared without case, spaces and full stops: `kr.`, `EUR`. */
export const foldedSign = (sign: string): string => sign.toLowerCase().replace(/[\s.\u200e\u200f]/gu, '')

/** Codes by the signs that people write for them in a language; made when the language is first asked for. */
export class Signs {
  readonly #byLanguage = new Map<string, ReadonlyMap<string, readonly string[]>>()
  readonly #pairs: (languageCode: string) => Iterable<readonly [sign: string, code: string]>

  constructor(pairs: (languageCode: string) => Iterable<readonly [sign: string, code: string]>) {
    this.#pairs = pairs
  }

  codesOf(sign: string, languageCode: string): readonly string[] {
    const known = this.#byLanguage.get(languageCode) ?? this.#make(languageCode)
    return known.get(foldedSign(sign)) ?? []
  }

  #make(languageCode: string): ReadonlyMap<string, readonly string[]> {
    const made = new Map<string, string[]>()
    for (const [sign, code] of this.#pairs(languageCode)) {
      const folded = foldedSign(sign)
      const codes = made.get(folded) ?? []
      if (folded !== '' && !codes.includes(code)) made.set(folded, [...codes, code])
    }
    // A tenant has few languages; whoever goes through hundreds of them waits a little.
    if (this.#byLanguage.size >= mostLanguages) this.#byLanguage.clear()
    this.#byLanguage.set(languageCode, made)
    return made
  }
}

const mostLanguages = 50

/** The language itself where the machine knows it. */
export const knownLanguage = (languageCode: string): string => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(languageCode)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
