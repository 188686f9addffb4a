import type { Field } from '@pim/contract'
import { factsOf } from '@pim/field-types'
import type { StoredType } from '../../content-model/index.ts'
import { findConceptsNamed } from '../../taxonomies/index.ts'
import { typedText } from '../write/search-terms.ts'
import { referenceLexeme } from '../write/search-words.ts'
import type { SearchPlace } from './search-place.ts'
import { headQueryOf } from './search-query.ts'

/** Concepts, and items, whose names begin with one text, at most. */
const mostNamed = 50
const shortestName = 3

/** Whether a field refers to what has a name, or fields inside of it may. */
const mayRefer = ({ type }: Field): boolean => {
  const { refersTo, hasInnerFields = false } = factsOf(type)
  return refersTo !== undefined || hasInnerFields
}

/**
 * For each text the marks of documents that refer to what is called so: items and concepts whose names begin with it.
 * Names are read when somebody searches, so a name that changes is found at once.
 */
export async function namedBy(
  place: SearchPlace,
  types: readonly StoredType[],
  texts: readonly string[],
  languageCode: string,
): Promise<string[][]> {
  const isReferring = types.some(({ type }) => type.fields.some(mayRefer))
  const asked = texts.map((text) => ([...text].length < shortestName ? '' : text))
  if (!isReferring || asked.every((text) => text === '')) return texts.map(() => [])
  const heads = asked.map((text) => (text === '' ? undefined : headQueryOf(typedText(text, languageCode))?.begins))
  const [concepts, items] = await Promise.all([
    place.read((trx) => findConceptsNamed(trx, place.tenantId, asked, mostNamed)),
    place.ask('items', { where: place.where, queries: heads.map((query) => query ?? ''), most: mostNamed }),
  ])
  return texts.map((_, at) => [...new Set([...(concepts[at] ?? []), ...(items[at] ?? [])])].map(referenceLexeme))
}
