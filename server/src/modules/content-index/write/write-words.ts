import type { Transaction } from '../../../platform/database/transaction.ts'
import type { EntryDifference } from './entries.ts'
import type { EntryPlace } from './projected-variation.ts'
import { copySearchDocuments, removeSearchDocuments, writeSearchDocuments } from './search-document.repository.ts'
import { type DocumentWords, wordsOfDocuments } from './search-words.ts'
import { rowsOf, type SpacesOf } from './write-entries.ts'

/** Limits the work of one statement; a document may have 8,000. */
const maxWordsPerStatement = 20_000

interface WordsRow extends EntryPlace {
  readonly words: DocumentWords
}

/** Writes the words of documents. Where they only change places, as with publishing, the stored ones are taken along. */
export async function writeWords(
  trx: Transaction,
  tenantId: string,
  differences: readonly EntryDifference[],
  spacesOf: SpacesOf,
): Promise<void> {
  const { gone, made } = rowsOf(
    differences,
    spacesOf,
    (entries) => entries.words,
    ({ words }, place): WordsRow => ({ ...place, words }),
    ({ contentItemId, space, scope }) => `${contentItemId} ${space} ${scope}`,
  )
  const stored = new Map<string, EntryPlace>()
  for (const difference of differences)
    for (const { words, scope, ...entry } of difference.gone.words) {
      const { contentItemId } = difference
      const [space] = spacesOf(difference, { ...entry, scope })
      if (space !== undefined) stored.set(contentOf({ contentItemId, words }), { contentItemId, scope, space })
    }
  const copied = made.flatMap((row) => {
    const from = stored.get(contentOf(row))
    return from === undefined ? [] : [{ ...row, from }]
  })
  // Copies first: they read what is removed or replaced.
  await Promise.all([
    copied.length > 0 && copySearchDocuments(trx, tenantId, copied),
    gone.length > 0 && removeSearchDocuments(trx, tenantId, gone),
  ])
  const fresh = made.filter((row) => !stored.has(contentOf(row)))
  const contents = [...Map.groupBy(fresh, contentOf).values()]
  const words = await wordsOfDocuments(contents.flatMap(([first]) => first?.words ?? []))
  for (const portion of portionsOf(contents.map((rows, at) => ({ rows, words: words[at] ?? [] })))) {
    const documents = portion.flatMap(({ rows }, at) => rows.map((row) => ({ ...row, at })))
    await writeSearchDocuments(
      trx,
      tenantId,
      documents,
      portion.map((each) => each.words),
    )
  }
}

/** The same for rows of the same words: numbers of texts are those of one item. */
const contentOf = ({ contentItemId, words }: Pick<WordsRow, 'contentItemId' | 'words'>): string =>
  `${contentItemId} ${words.id}`

function portionsOf<Content extends { readonly words: readonly unknown[] }>(all: readonly Content[]): Content[][] {
  const portions: Content[][] = []
  let room = 0
  for (const content of all) {
    if (room < content.words.length || portions.length === 0) {
      portions.push([])
      room = maxWordsPerStatement
    }
    portions.at(-1)?.push(content)
    room -= content.words.length
  }
  return portions
}
