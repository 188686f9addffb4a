import type { Variation } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { variationsOf } from '../tenants/index.ts'
import { languageTag } from './concept-words.ts'

/** In which languages names are looked for. */
export interface ReadingLanguages {
  /** From the variation's own to its last fallback, each followed by its shorter forms (`de-DE`, `de`); not the default. */
  readonly tags: readonly string[]
  readonly defaultLanguage: string
}

/** The language of `friendlyName`: that of the tenant's default variation. */
export const defaultLanguageOf = async (trx: Transaction, tenantId: string): Promise<string> =>
  (await readingLanguages(trx, tenantId, undefined)).defaultLanguage

/** Throws NOT_FOUND for a variation that the tenant has not. */
export async function readingLanguages(
  trx: Transaction,
  tenantId: string,
  variationId: string | undefined,
): Promise<ReadingLanguages> {
  const variations = await variationsOf(trx, tenantId)
  const first = variations[0]
  if (
    first === undefined ||
    (variationId !== undefined && !variations.some((each) => each.variationId === variationId))
  )
    throw new Problem('NOT_FOUND')
  const defaultLanguage = languageTag(first.languageCode)
  return { tags: variationId === undefined ? [] : tagsFrom(variations, variationId, defaultLanguage), defaultLanguage }
}

function tagsFrom(
  variations: readonly Pick<Variation, 'variationId' | 'languageCode' | 'fallbackVariationId'>[],
  variationId: string,
  defaultLanguage: string,
): string[] {
  const byId = new Map(variations.map((each) => [each.variationId, each]))
  const tags: string[] = []
  for (let at = byId.get(variationId); at !== undefined; at = byId.get(at.fallbackVariationId ?? '')) {
    const parts = languageTag(at.languageCode).split('-')
    for (let length = parts.length; length > 0; length -= 1) {
      const tag = parts.slice(0, length).join('-')
      if (tag === defaultLanguage) return tags
      if (!tags.includes(tag)) tags.push(tag)
    }
  }
  return tags
}
