/** From what asks most of a translator to what asks nothing: lists are sorted by them in this order. */
export const translationStates = ['missing', 'outdated', 'inherited', 'own'] as const
export type TranslationState = (typeof translationStates)[number]

const width = 101

/** State and per cent as one number that sorts by both. */
export const translationNumber = (state: TranslationState, percent: number): number =>
  translationStates.indexOf(state) * width + percent

/** The place of the state of such a number. */
export const stateOfTranslation = (number: number): number => Math.floor(number / width)

export function readTranslation(number: number): { state: TranslationState; percent: number } {
  return { state: translationStates[stateOfTranslation(number)] ?? 'missing', percent: number % width }
}

/** The numbers of a state, both ends included. */
export function rangeOfTranslation(state: TranslationState): { readonly from: number; readonly to: number } {
  const from = translationNumber(state, 0)
  return { from, to: from + width - 1 }
}
