import { isDeepStrictEqual } from 'node:util'
import { behaviourOf } from '@pim/field-types'
import type { ProjectedVariation } from './projected-variation.ts'

/** Which of what is made from a document is not as it was. */
export interface Differences {
  readonly keys: boolean
  readonly references: boolean
  readonly words: boolean
}

const everything: Differences = { keys: true, references: true, words: true }

/**
 * Most changes touch one field of many, and little of what is made from it: a text has no links, a number no words.
 * What is the same is not even asked for.
 */
export function differencesOf(document: ProjectedVariation): Differences {
  const { was } = document
  if (was === undefined || isOtherwisePlaced(was, document)) return everything
  const found = { keys: false, references: false, words: was.name !== document.name }
  for (const field of document.contentType.fields) {
    const [before, after] = [was, document].map(({ values }) => values[field.technicalName]?.value ?? null)
    if (before === after || isDeepStrictEqual(before, after)) continue
    const behaviour = behaviourOf(field)
    const differs = (make: (value: unknown) => unknown) => !isDeepStrictEqual(make(before), make(after))
    const unlessEmpty = (make: (value: unknown) => unknown) => (value: unknown) =>
      behaviour.isEmpty(value) ? null : make(value)
    found.keys ||= differs(unlessEmpty((value) => [behaviour.indexKeys(value), behaviour.sortKey(value)]))
    found.references ||= differs(unlessEmpty((value) => behaviour.references(value)))
    found.words ||= differs((value) => behaviour.searchText(value))
  }
  // A search finds by the concepts, too.
  return { ...found, words: found.words || found.references }
}

/** Everything of it stands where it did not stand before. */
const isOtherwisePlaced = (was: ProjectedVariation, is: ProjectedVariation): boolean =>
  was.contentType !== is.contentType ||
  was.contentTypeId !== is.contentTypeId ||
  was.variationId !== is.variationId ||
  was.languageCode !== is.languageCode ||
  was.isDeleted !== is.isDeleted
