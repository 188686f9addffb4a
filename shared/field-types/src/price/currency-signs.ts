import { knownLanguage, Signs } from '../core/typed-amount.ts'
import { currencies } from './currencies.ts'

const displays = ['symbol', 'narrowSymbol'] as const

function* signsIn(languageCode: string): Generator<readonly [string, string]> {
  const languages = new Set([knownLanguage(languageCode), 'en'])
  for (const code of currencies) {
    yield [code, code]
    for (const language of languages)
      for (const currencyDisplay of displays) {
        const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay })
        const sign = format.formatToParts(1).find(({ type }) => type === 'currency')?.value
        if (sign !== undefined) yield [sign, code]
      }
  }
}

/** ISO codes, and signs such as `€`, `$` and `kr`, which more than one currency may have. */
export const currencySigns = new Signs(signsIn)
