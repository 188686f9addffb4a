import { createHash } from 'node:crypto'
import { contract } from '@pim/contract'
import type { Bundle, BundleMedia } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import { type ItemOutcome, sendBatch } from './item-batches.ts'
import { nameOf } from './item-requests.ts'
import type { LoadReport } from './load-report.ts'
import { inParallel } from './progress.ts'
import { bytesOf, hashOf } from './upload-media.ts'

/**
 * Uploads the files that differ from what is there; answers the values of their fields by item. A file is stored under a
 * key that its bytes make, so a run that was killed after an upload leaves nothing behind that the next one does not use.
 */
export async function uploadChanged(
  session: ApiSession,
  bundle: Bundle,
  report: LoadReport,
  media: readonly BundleMedia[],
  width: number,
): Promise<Map<string, Map<string, unknown>>> {
  const there = await findByKey(session, bundle, media)
  const values = new Map<string, Map<string, unknown>>()
  await inParallel(media, width, async (entry) => {
    try {
      const present = await presentHash(session, entry, there.get(nameOf(entry)))
      const bytes = await bytesOf(entry)
      const hash = hashOf(bytes)
      if (present === hash) return
      const idempotencyKey = createHash('sha256')
        .update(`${nameOf(entry)} ${hash}`)
        .digest('hex')
      const { binaryId } = await session.upload(bytes, entry.name, idempotencyKey)
      values.set(nameOf(entry), new Map([[entry.binaryField, binaryId]]))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const source = entry.source === undefined ? {} : { source: entry.source }
      report.failures.push({ subject: entry.key, field: entry.binaryField, ...source, message })
    }
  })
  return values
}

/** By an update that changes nothing: one call for many keys. */
async function findByKey(
  session: ApiSession,
  { keyFields }: Bundle,
  media: readonly BundleMedia[],
): Promise<Map<string, ItemOutcome>> {
  const keyed = media.flatMap(({ contentType: technicalContentTypeName, key: value, ...entry }) => {
    const technicalFieldName = keyFields[technicalContentTypeName]
    if (technicalFieldName === undefined) return []
    const name = nameOf({ contentType: technicalContentTypeName, key: value })
    return [{ entry, name, request: { technicalContentTypeName, key: { technicalFieldName, value } } }]
  })
  if (keyed.length === 0) return new Map()
  const outcomes = await sendBatch(
    session,
    keyed.map(({ request }) => request),
    { mode: 'update' },
  )
  return new Map(keyed.flatMap(({ name }, at) => (outcomes[at] === undefined ? [] : [[name, outcomes[at]]])))
}

async function presentHash(
  session: ApiSession,
  { binaryField }: BundleMedia,
  there: ItemOutcome | undefined,
): Promise<string | undefined> {
  if (there?.contentItemId === undefined) return undefined
  const params = { contentItemId: there.contentItemId }
  const variations = await session.call(contract.contentItem.getItemVariations, { params, query: {} })
  const binaryId = variations.map(({ fields }) => fields[binaryField]?.value).find((value) => typeof value === 'string')
  if (binaryId === undefined) return undefined
  return (await session.call(contract.binary.getBinary, { params: { binaryId: String(binaryId) } })).sha256
}
