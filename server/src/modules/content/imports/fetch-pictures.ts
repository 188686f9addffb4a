import { Readable } from 'node:stream'
import type { Binary, ContentType } from '@pim/contract'
import { behaviourOf, fileFieldOf, fitsMimeType } from '@pim/field-types'
import type { Logger } from 'pino'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import { type Fetcher, FetchRefused } from '../../../platform/fetching/index.ts'
import type { BinaryService } from '../../binary/index.ts'
import { findTypes } from '../../content-model/index.ts'
import { findOwnTenant, variationsOf } from '../../tenants/index.ts'
import { writeItems } from '../batch/change-items.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { isShared } from '../domain/values.ts'
import { findKnownIds } from '../store/link-target.repository.ts'
import type { AskedPicture } from './pictures-by-address.ts'

/** One picture at most; the whole of one takes no longer. */
const maxPictureBytes = 100_000_000
const wholeMs = 120_000
/** Fetched beside each other. */
const atOnce = 4

export interface PictureParts {
  readonly fetcher: Fetcher
  readonly binaries: Pick<BinaryService, 'upload' | 'erase'>
  readonly findRoom: FindRoom
  readonly maxUploadBytes: number
  readonly log: Logger
}

export interface PictureOrder {
  readonly actor: Actor
  readonly bulkChangeId: string
  readonly publishes: boolean
  readonly signal: AbortSignal
}

/** By the id of the picture, why it could not be had. */
export type PictureFailures = Map<string, Problem | FetchRefused>

/**
 * Fetches the pictures that are not there yet and makes a media item of each. One that has failed is in `failures` and is not asked for
 * again. What was made stays where the job is killed: the next attempt finds it.
 */
export async function fetchPictures(
  database: Transactions,
  parts: PictureParts,
  order: PictureOrder,
  pictures: readonly AskedPicture[],
  failures: PictureFailures,
): Promise<void> {
  const { tenantId } = order.actor
  const wanted = new Map(pictures.map((each) => [each.contentItemId, each]))
  for (const id of failures.keys()) wanted.delete(id)
  if (wanted.size === 0) return
  const { known, allowedHosts } = await database.inTenantReadOnly(tenantId, async (trx) => ({
    known: await findKnownIds(trx, tenantId, [...wanted.keys()]),
    allowedHosts: (await findOwnTenant(trx, tenantId)).importHosts,
  }))
  const missing = [...wanted.values()].filter(({ contentItemId }) => !known.has(contentItemId))
  for (let from = 0; from < missing.length; from += atOnce) {
    order.signal.throwIfAborted()
    await Promise.all(
      missing.slice(from, from + atOnce).map(async (picture) => {
        try {
          await fetchPicture(database, parts, { ...order, allowedHosts }, picture)
        } catch (error) {
          if (order.signal.aborted || !isOfPicture(error)) throw error
          failures.set(picture.contentItemId, error)
        }
      }),
    )
  }
}

const isOfPicture = (error: unknown): error is Problem | FetchRefused =>
  error instanceof FetchRefused || (error instanceof Problem && error.status < 500)

async function fetchPicture(
  database: Transactions,
  { fetcher, binaries, findRoom, maxUploadBytes, log }: PictureParts,
  { actor, bulkChangeId, publishes, signal, allowedHosts }: PictureOrder & { readonly allowedHosts: readonly string[] },
  { contentItemId, address, types }: AskedPicture,
): Promise<void> {
  const { tenantId, userId } = actor
  const url = new URL(address)
  const { byteSize, bytes } = await fetcher.open(address, {
    allowedHosts,
    maxBytes: Math.min(maxPictureBytes, maxUploadBytes),
    wholeMs,
    takes: (mediaType) =>
      mediaType.startsWith('image/') || /^(?:|(?:application|binary)\/octet-stream)$/.test(mediaType),
    signal,
  })
  const context = { tenant: { tenantId }, user: { userId }, signal, log }
  const wrongKind = (kind: string) => new FetchRefused('ANSWER_OF_WRONG_KIND', { host: url.host, kind })
  const stream = Object.assign(Readable.from(bytes), { truncated: false })
  const file = async () => ({ fileName: fileNameOf(url), declaredMimeType: '', stream })
  const stored = await binaries.upload(context, { contentLength: byteSize, file }, address).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'UNSUPPORTED_MEDIA_TYPE' ? wrongKind('') : error
  })
  const erase = () => binaries.erase(context, stored.binaryId)
  try {
    if (!stored.mimeType.startsWith('image/')) throw wrongKind(stored.mimeType)
    await database.inTenant(tenantId, async (trx) => {
      const all = await findTypes(trx, tenantId)
      const type = mediaTypeFor(
        all.map((each) => each.type).filter(({ technicalName }) => types?.includes(technicalName) ?? true),
        stored,
      )
      const field = type && fileFieldOf(type)
      if (type === undefined || field === undefined) throw wrongKind(stored.mimeType)
      const value = { technicalFieldName: field.technicalName, value: stored.binaryId }
      const variations = (await variationsOf(trx, tenantId)).map(({ variationId, isDefault }) => ({
        variationId,
        fields: isDefault && !isShared(field) ? [value] : [],
        resetFields: [],
        ...(publishes && { step: 'publish' as const }),
      }))
      const item = {
        newContentItemId: contentItemId,
        technicalContentTypeName: type.technicalName,
        name: stored.fileName,
        fields: isShared(field) ? [value] : [],
        variations,
        links: [],
      }
      const batch = { items: [item], mode: 'create' as const, atomic: true, keepChangesOfOthers: false }
      const { entries, lost } = await writeItems(trx, actor, batch, { findRoom, bulkChangeId })
      const problem = lost[0]?.problem ?? entries[0]?.problem
      if (problem !== undefined) throw problem
    })
  } catch (error) {
    await erase().catch((cause: unknown) => log.warn({ err: cause }, 'the file of a picture that was refused is left'))
    throw error
  }
}

/** As a browser chooses it for an upload: a type whose binary field names the kind of file, else one that takes any. */
function mediaTypeFor(types: readonly ContentType[], { mimeType }: Pick<Binary, 'mimeType'>): ContentType | undefined {
  const media = types.filter(({ kind }) => kind === 'media')
  const taken = (type: ContentType): readonly string[] | undefined => {
    const field = fileFieldOf(type)
    const settings = field && (behaviourOf(field).settings as { mimeTypes?: readonly string[] })
    return settings?.mimeTypes
  }
  return (
    media.find((type) => taken(type) !== undefined && fitsMimeType(mimeType, taken(type))) ??
    media.find((type) => taken(type) === undefined)
  )
}

function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) || hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
