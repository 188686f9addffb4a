import type { Transaction } from '../../../platform/database/transaction.ts'
import { findContents } from '../../long-values/index.ts'
import type { DocumentWords, LongText, WholeDocument } from './search-words.ts'

/**
 * Characters of the long texts of one document that are looked at, the title first, then in the order of the fields. A text
 * of any language has most of the words that a document can hold in far fewer; and a save reads no more than this.
 */
export const maxLongTextPerDocument = 400_000

/** The document with the contents of its long texts, as many as are looked at. */
export async function readLongTexts(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  document: DocumentWords,
): Promise<WholeDocument> {
  const looked = longTextsIn(document)
  const stored = looked.flatMap(({ long: { hash, hasContent } }) => (hasContent ? [] : [hash]))
  const contents = stored.length === 0 ? new Map() : await findContents(trx, tenantId, contentItemId, stored)
  const textOf = ({ long, textOf: textIn }: LongText) =>
    textIn(long.hasContent ? long.content : contents.get(long.hash))
  const wanted = new Set(looked)
  return {
    ...document,
    texts: document.texts.flatMap(({ text, ...rest }) => {
      if (typeof text === 'string') return [{ ...rest, text }]
      return wanted.has(text) ? [{ ...rest, text: textOf(text) }] : []
    }),
  }
}

function longTextsIn({ texts }: DocumentWords): LongText[] {
  let size = 0
  return texts
    .flatMap(({ text }) => (typeof text === 'string' ? [] : [text]))
    .filter(({ long: { facts } }) => {
      const hasRoom = size < maxLongTextPerDocument
      size += facts.size
      return hasRoom
    })
}
