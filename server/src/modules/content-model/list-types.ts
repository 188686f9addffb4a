import type { ContentType, ContentTypeKind } from '@pim/contract'
import type { HttpResponse } from '../../http/http-response.ts'
import { patiently, streamedJson } from '../../http/streamed-json.ts'
import type { Database } from '../../platform/database/database.ts'
import { findDefinitionTexts, findTypeSizes, type TypeSize } from './content-type.repository.ts'
import { findTypes } from './stored-types.ts'

/** Bytes of definitions from which on an answer is sent in pieces. */
const maxAtOnce = 2 * 2 ** 20
/** Bytes that are read at once; a larger type is read alone. */
const maxPiece = 2 ** 19

/**
 * All types of the tenant, or of one kind. A model that is large is sent type by type, as the database has their JSON: each
 * portion is a transaction of its own, so that none lasts as long as its reader takes. A type is whole in itself; one that
 * is deleted meanwhile is left out.
 */
export async function listTypes(
  database: Database,
  tenantId: string,
  kind: ContentTypeKind | undefined,
): Promise<ContentType[] | HttpResponse> {
  const found = await database.inTenantReadOnly(tenantId, async (trx) => {
    const sizes = await findTypeSizes(trx, tenantId, kind)
    const isLarge = sizes.reduce((sum, { byteSize }) => sum + byteSize, 0) > maxAtOnce
    return isLarge ? { sizes } : { types: await findTypes(trx, tenantId) }
  })
  if (found.sizes !== undefined) return streamedJson(textOf(database, tenantId, portionsOf(found.sizes)))
  return found.types
    .map(({ type, revision }) => ({ ...type, version: revision }))
    .filter((type) => kind === undefined || type.kind === kind)
}

function portionsOf(sizes: readonly TypeSize[]): string[][] {
  const portions: string[][] = []
  let left = 0
  for (const { contentTypeId, byteSize } of sizes) {
    if (byteSize > left) {
      portions.push([])
      left = maxPiece
    }
    portions.at(-1)?.push(contentTypeId)
    left -= byteSize
  }
  return portions
}

async function* textOf(
  database: Database,
  tenantId: string,
  portions: readonly (readonly string[])[],
): AsyncGenerator<string> {
  let before = '['
  for (const portion of portions) {
    const types = await patiently(() =>
      database.inTenantReadOnly(tenantId, (trx) => findDefinitionTexts(trx, tenantId, portion)),
    )
    for (const { text, revision } of types) {
      // The text is that of an object with members: its last character closes it.
      yield `${before}${text.slice(0, -1)},"version":${revision}}`
      before = ','
    }
  }
  yield before === '[' ? '[]' : ']'
}
