import type { Field } from '@pim/contract'
import { factsOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredType } from '../../content-model/index.ts'
import { findConceptsNamed } from '../../taxonomies/index.ts'
import type { IndexPlace } from '../page/index-place.repository.ts'
import { findItemsOf } from '../page/search.repository.ts'
import { headQueryOf } from '../page/search-query.ts'
import { typedText } from '../write/search-terms.ts'
import { referenceLexeme } from '../write/search-words.ts'

/** Concepts, and items, whose names begin with one text, at most. */
const mostNamed = 50
const shortestName = 3

/** Whether a field refers to what has a name, or fields inside of it may. */
const mayRefer = ({ type }: Field): boolean => {
  const { refersTo, hasInnerFields = false } = factsOf(type)
  return refersTo !== undefined || hasInnerFields
}

/**
 * For each text the lexemes of documents that refer to what is called so: items and concepts whose names begin with it.
 * Names are read when somebody searches, so a name that changes is found at once.
 */
export async function namedBy(
  trx: Transaction,
  place: IndexPlace,
  spaces: readonly number[],
  types: readonly StoredType[],
  texts: readonly string[],
  languageCode: string,
): Promise<string[][]> {
  const isReferring = types.some(({ type }) => type.fields.some(mayRefer))
  const asked = texts.map((text) => ([...text].length < shortestName ? '' : text))
  if (!isReferring || asked.every((text) => text === '')) return texts.map(() => [])
  const heads = asked.map((text) => (text === '' ? undefined : headQueryOf(typedText(text, languageCode))?.begins))
  const [concepts, items] = await Promise.all([
    findConceptsNamed(trx, place.tenantId, asked, mostNamed),
    findItemsOf(
      trx,
      place.tenantId,
      place,
      spaces,
      heads.map((query) => query ?? ''),
      mostNamed,
    ),
  ])
  return texts.map((_, at) => [...new Set([...(concepts[at] ?? []), ...(items[at] ?? [])])].map(referenceLexeme))
}
