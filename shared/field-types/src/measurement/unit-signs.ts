import { knownLanguage, Signs } from '../core/typed-amount.ts'
import { unitFamilies, unitSymbol, unitsOf } from './units.ts'

const codes = unitFamilies.flatMap(unitsOf)
/** What `Intl` calls the units that it has names for. */
const named = new Set(Intl.supportedValuesOf('unit'))
const otherNames: Readonly<Record<string, string>> = { FEET: 'foot' }
const counts = [1, 2, 5]

function* signsIn(languageCode: string): Generator<readonly [string, string]> {
  for (const code of codes) {
    yield [unitSymbol(code), code]
    const unit = otherNames[code] ?? code.toLowerCase().replaceAll('_', '-')
    if (!named.has(unit)) continue
    for (const unitDisplay of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(knownLanguage(languageCode), { style: 'unit', unit, unitDisplay })
      for (const count of counts)
        for (const { type, value } of format.formatToParts(count)) if (type === 'unit') yield [value, code]
    }
  }
}

/** Symbols, and names in the language: `l`, `Liter`. */
export const unitSigns = new Signs(signsIn)
