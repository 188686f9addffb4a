import { sortableKey } from '../../../core/sortable-key.ts'
import type { StoredType } from '../../content-model/index.ts'
import { type Condition, fieldName } from '../../reader/index.ts'
import { amountsIn, type MeantAmount, meantBy } from './typed-amounts.ts'

/**
 * Numbers, prices and measures are found by the keys that filters read, however they are typed: no words are stored for
 * them. Each condition stands for some amounts of the text by their keys, with the rest of it by its words.
 */
export async function amountConditions(
  searchText: string,
  types: readonly StoredType[],
  languageCode: string,
  matchingWords: (text: string) => Promise<Condition | undefined>,
): Promise<Condition[]> {
  const meant = amountsMeant(searchText, types, languageCode)
  const found = meant.map((amount) => ({ amount, condition: hasOneOf(amount) }))
  const combined = found.length === 2 ? [...found.map((each) => [each]), found] : [found]
  return Promise.all(
    combined
      .filter((some) => some.length > 0)
      .map(async (some): Promise<Condition> => {
        const amounts = some.map(({ amount }) => amount)
        const words = await matchingWords(textWithout(searchText, amounts))
        const conditions = [...some.map(({ condition }) => condition), ...(words === undefined ? [] : [words])]
        return { is: 'all of', conditions }
      }),
  )
}

export const amountsMeant = (
  searchText: string,
  types: readonly StoredType[],
  languageCode: string,
): readonly MeantAmount[] => amountsIn(searchText).flatMap((amount) => meantBy(amount, types, languageCode) ?? [])

const hasOneOf = ({ keys }: MeantAmount): Condition => ({
  is: 'with key',
  keys: keys.map(({ contentTypeId, technicalFieldName, qualifier, number }) => ({
    of: fieldName(contentTypeId, technicalFieldName, qualifier),
    key: sortableKey('number', number),
  })),
})

/** From behind, as places of what is before stay right. */
const textWithout = (text: string, amounts: readonly MeantAmount[]): string =>
  amounts
    .toSorted((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => `${rest.slice(0, from)} ${rest.slice(to)}`, text)
