import type { FilterRule } from './field-type-model.ts'
import { order, parts, presence, sameness } from './filter.ts'
import { keepableText, normalForm, partKey, textKey } from './text.ts'

/** For types whose value is one short text, found without minding case or accents. */
export const textFilter = <Settings>(
  longest: number,
  tidy: (text: string, settings: Settings) => string = (text) => text,
): FilterRule<Settings> => ({
  column: 'text',
  operators: [...parts, ...sameness, ...order, ...presence],
  operandSchema: () => keepableText(longest),
  operandKey: (operand, settings, operator) => {
    const given = String(operand)
    const isPart = operator === 'contains' || operator === 'startsWith'
    return { value: isPart ? partKey(given) : textKey(tidy(given, settings)) }
  },
})

/** Case aside, and nothing else: accents make another value. */
export const loweredUnique = (value: string): string =>
  normalForm(normalForm(value, 'NFC').toUpperCase().toLowerCase(), 'NFC')
