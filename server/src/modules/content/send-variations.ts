import type { ContentVariation } from '@pim/contract'
import { LongValue } from '@pim/field-types'
import type { HttpResponse } from '../../http/http-response.ts'
import { patiently, streamedJson } from '../../http/streamed-json.ts'
import type { Database, TransactionOptions } from '../../platform/database/database.ts'
import { findTexts } from '../long-values/index.ts'
import { type ItemQuery, readItemVariations } from './operations/read-item.ts'
import { longSizeOf, wholeVariations } from './store/long-contents.ts'

/** Characters of long values from which on an answer is sent in pieces. */
const maxAtOnce = 1_000_000

/**
 * An item in every variation. With many long texts it is sent field by field, each long text read in a transaction of its own,
 * so that none lasts as long as its reader takes: what an item holds was read at one moment, and a long value never
 * changes. Where the item is erased meanwhile, the answer is cut off.
 */
export async function sendItemVariations(
  database: Database,
  tenantId: string,
  query: ItemQuery,
  options: TransactionOptions,
): Promise<ContentVariation[] | HttpResponse> {
  const found = await database.inTenantReadOnly(
    tenantId,
    async (trx) => {
      const variations = await readItemVariations(trx, tenantId, query)
      const isLarge = longSizeOf(variations) > maxAtOnce
      return { isLarge, variations: isLarge ? variations : await wholeVariations(trx, tenantId, variations) }
    },
    options,
  )
  return found.isLarge ? streamedJson(textOf(database, tenantId, found.variations)) : found.variations
}

async function* textOf(
  database: Database,
  tenantId: string,
  variations: readonly ContentVariation[],
): AsyncGenerator<string> {
  let before = '['
  for (const { fields, ...variation } of variations) {
    yield `${before}${JSON.stringify(variation).slice(0, -1)},"fields":{`
    before = ''
    for (const [name, { value, ...state }] of Object.entries(fields)) {
      yield `${before}${JSON.stringify(name)}:${JSON.stringify(state).slice(0, -1)},"value":`
      // As it is stored: it is neither parsed nor put together again.
      yield value instanceof LongValue
        ? await longText(database, tenantId, variation.contentItemId, value.hash)
        : JSON.stringify(value ?? null)
      yield '}'
      before = ','
    }
    yield '}}'
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function longText(database: Database, tenantId: string, contentItemId: string, hash: string): Promise<string> {
  const texts = await patiently(() =>
    database.inTenantReadOnly(tenantId, (trx) => findTexts(trx, tenantId, contentItemId, [hash])),
  )
  return texts.get(hash) ?? 'null'
}
