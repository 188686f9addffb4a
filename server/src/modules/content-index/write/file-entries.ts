import { fileFieldOf } from '@pim/field-types'
import { collationKey } from '../../../core/collation-key.ts'
import { keyUse } from '../../../core/sortable-key.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findMimeTypes } from '../../binary/index.ts'
import {
  conceptsName,
  fieldName,
  type KeyDocument,
  type LiveDocument,
  type Standing,
  type WordsDocument,
} from '../../reader/index.ts'
import { deliveryBodiesOf } from './delivered.ts'
import { entriesOf, wordEntriesOf } from './entries.ts'
import { readLongTexts } from './long-texts.ts'
import type { EntryScope, IndexedItem } from './projected-variation.ts'
import { isWholeDocument, type WholeDocument, wordsOfDocuments } from './search-words.ts'
import { type Reach, Variations } from './space.ts'

export interface FileEntries {
  readonly keys: readonly KeyDocument[]
  readonly words: readonly WordsDocument[]
  readonly live: readonly LiveDocument[]
}

/** The keys, words and live content of items as the file of their tenant has them, in the order of the items. */
export async function fileEntriesOf(
  trx: Transaction,
  tenantId: string,
  items: readonly IndexedItem[],
): Promise<FileEntries[]> {
  const documents: { readonly at: number; readonly standing: Standing; readonly whole: WholeDocument }[] = []
  const keys: KeyDocument[][] = []
  for (const [at, item] of items.entries()) {
    const variations = new Variations(item.working.map(({ variationId }) => variationId))
    const standing = (reach: Reach, scope: EntryScope): Standing => standingOf(variations, item, reach, scope)
    keys.push(keysOf(item, variations, standing))
    for (const { words, reach, scope } of wordEntriesOf(item, variations)) {
      // Long texts, which most documents have none of, are read for one document at a time.
      const whole = isWholeDocument(words) ? words : await readLongTexts(trx, tenantId, item.contentItemId, words)
      documents.push({ at, standing: standing(reach, scope), whole })
    }
  }
  const found = await wordsOfDocuments(documents.map(({ whole }) => whole))
  const words: WordsDocument[][] = items.map(() => [])
  for (const [number, { at, standing }] of documents.entries()) {
    const document = found[number]
    if (document !== undefined) words[at]?.push({ ...document, ...standing })
  }
  const live = await liveDocumentsOf(trx, tenantId, items)
  return items.map((_, at) => ({ keys: keys[at] ?? [], words: words[at] ?? [], live: live[at] ?? [] }))
}

/** What is delivered of items, in the order of the items. */
export async function liveDocumentsOf(
  trx: Transaction,
  tenantId: string,
  items: readonly Pick<IndexedItem, 'contentType' | 'live'>[],
): Promise<LiveDocument[][]> {
  const files = liveFilesOf(items)
  const mimeTypes = files.size === 0 ? undefined : await findMimeTypes(trx, tenantId, [...new Set(files.values())])
  const bodies = (await deliveryBodiesOf(items.flatMap(({ live }) => live))).values()
  return items.map(({ live }) =>
    live.flatMap((document): LiveDocument[] => {
      const body = bodies.next().value
      if (body === undefined) return []
      const { contentVariationId, variationId, name, languageCode, publishedVersion, publishedAt } = document
      const deliveryTargets = document.deliveryTargets.toSorted()
      const nameKey = collationKey(name, languageCode)
      const binaryId = files.get(contentVariationId) ?? null
      const file = { binaryId, mimeType: mimeTypes?.get(binaryId ?? '') ?? null }
      const live = { contentVariationId, variationId, name, nameKey, publishedVersion, publishedAt, deliveryTargets }
      return [{ ...live, ...file, body }]
    }),
  )
}

/** The files of media items that are live, by content variation. */
function liveFilesOf(items: readonly Pick<IndexedItem, 'contentType' | 'live'>[]): Map<string, string> {
  const found = items.flatMap(({ contentType, live }) => {
    const field = fileFieldOf(contentType)
    return live.flatMap(({ contentVariationId, values }): [string, string][] => {
      const id = field && values[field.technicalName]?.value
      return typeof id === 'string' ? [[contentVariationId, id]] : []
    })
  })
  return new Map(found)
}

function standingOf(variations: Variations, { working }: IndexedItem, reach: Reach, scope: EntryScope): Standing {
  const variationIds = variations.idsOf(reach)
  return {
    ...(variationIds.length < working.length && { variationIds }),
    inWorking: scope !== 'p',
    inLive: scope === 'p' || scope === 'b',
  }
}

function keysOf(
  item: IndexedItem,
  variations: Variations,
  standing: (reach: Reach, scope: EntryScope) => Standing,
): KeyDocument[] {
  const { keys, references } = entriesOf(item, variations)
  const ofFields = keys.map(
    ({ field, key, position, use, reach, scope }): KeyDocument => ({
      of: fieldName(field.contentTypeId, field.technicalFieldName, field.qualifier),
      key,
      position,
      use,
      ...standing(reach, scope),
    }),
  )
  const concepts = references.flatMap(({ kind, id, reach, scope }): KeyDocument[] =>
    kind === 'concept' ? [{ of: conceptsName, key: id, use: keyUse.find, ...standing(reach, scope) }] : [],
  )
  return [...ofFields, ...concepts]
}
