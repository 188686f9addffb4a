import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredType } from '../../content-model/index.ts'
import { allOf, hasOneOf } from '../page/amount.repository.ts'
import type { Condition } from '../page/filter.repository.ts'
import type { IndexPlace } from '../page/index-place.repository.ts'
import { sortableKey } from '../write/index-keys.ts'
import { findSpaces, type Spaces } from '../write/space.repository.ts'
import { amountsIn, type MeantAmount, meantBy } from './typed-amounts.ts'

/**
 * Numbers, prices and measures are found by the keys that filters read, however they are typed: no words are stored for
 * them. Each condition stands for some amounts of the text by their keys, with the rest of it by its words.
 */
export async function amountConditions(
  trx: Transaction,
  place: IndexPlace,
  searchText: string,
  types: readonly StoredType[],
  languageCode: string,
  matchingWords: (text: string) => Promise<Condition | undefined>,
): Promise<Condition[]> {
  const meant = amountsMeant(searchText, types, languageCode)
  if (meant.length === 0) return []
  const technicalFieldNames = [...new Set(meant.flatMap(({ keys }) => keys.map((key) => key.technicalFieldName)))]
  const spaces = await findSpaces(trx, place.tenantId, place.variationIds, { technicalFieldNames, kinds: [] })
  const found = meant.flatMap((amount) => {
    const keys = keysIn(spaces, amount)
    return keys.length === 0 ? [] : [{ amount, condition: hasOneOf(place, keys) }]
  })
  const combined = found.length === 2 ? [...found.map((each) => [each]), found] : [found]
  return Promise.all(
    combined
      .filter((some) => some.length > 0)
      .map(async (some) => {
        const amounts = some.map(({ amount }) => amount)
        const words = await matchingWords(textWithout(searchText, amounts))
        return allOf([...some.map(({ condition }) => condition), ...(words === undefined ? [] : [words])])
      }),
  )
}

export const amountsMeant = (
  searchText: string,
  types: readonly StoredType[],
  languageCode: string,
): readonly MeantAmount[] => amountsIn(searchText).flatMap((amount) => meantBy(amount, types, languageCode) ?? [])

const keysIn = (spaces: Spaces, { keys }: MeantAmount) =>
  keys.flatMap(({ contentTypeId, technicalFieldName, qualifier = '', number }) =>
    spaces
      .of({ contentTypeId, technicalFieldName, qualifier })
      .map((space) => ({ space, key: sortableKey('number', number) })),
  )

/** From behind, as places of what is before stay right. */
const textWithout = (text: string, amounts: readonly MeantAmount[]): string =>
  amounts
    .toSorted((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => `${rest.slice(0, from)} ${rest.slice(to)}`, text)
