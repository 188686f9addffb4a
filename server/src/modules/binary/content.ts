import type { IncomingHttpHeaders } from 'node:http'
import { invalidPlace, Problem } from '../../core/problem.ts'
import { HttpResponse, matchesEtag } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import { ObjectMissing, type ObjectStore } from '../../platform/object-storage/index.ts'
import { featureTogglesOf } from '../tenants/index.ts'
import { findBinary } from './binary-file.repository.ts'
import { parseRange } from './byte-range.ts'
import { imageSizes, isShownInline, originalSize } from './limits.ts'
import { holdsPersonalData, PersonalData, replacing } from './personal/personal-data.ts'
import { recipe, refuseWithoutPicture, renditionOf } from './rendition-state.ts'
import { type Renditions, renditionMimeType } from './renditions.ts'
import { contentDisposition } from './upload-file.ts'

interface ContentParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly renditions: Renditions
}

export interface ContentRequest {
  readonly tenantId: string
  readonly binaryId: string
  readonly imageSize: string
  /** Of a document; the first where it is left out. */
  readonly page?: number | undefined
  /** Outside the tenant's staff: without what a picture says of places and people, unless the tenant wants it. */
  readonly isDelivered?: boolean
  readonly headers: IncomingHttpHeaders
  /** The `Cache-Control` and `Vary` headers; they differ between staff and delivery. */
  readonly caching: Readonly<Record<string, string>>
}

/** A tenant that switches it on delivers its pictures as they came. */
const personalDataToggle = 'personalDataDelivered'

// A browser that opens an upload by its address must not run anything in it, whatever its type.
const uploadHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

/** The bytes of a file or of a rendition, with conditional and range requests. */
export function fileContent({ database, objects, renditions }: ContentParts) {
  const personalData = new PersonalData(objects)
  return async (request: ContentRequest): Promise<HttpResponse> => {
    try {
      return await content(request)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      const { tenantId, binaryId } = request
      const row = await database.inTenantReadOnly(tenantId, (trx) => findBinary(trx, tenantId, binaryId))
      // Erased after its row was read. A row without its bytes is a fault.
      throw row === undefined ? new Problem('NOT_FOUND') : error
    }
  }

  async function content({
    tenantId,
    binaryId,
    imageSize,
    page = 1,
    isDelivered = false,
    headers,
    caching,
  }: ContentRequest): Promise<HttpResponse> {
    const size = imageSizes.find((candidate) => candidate.name === imageSize)
    // Defence 40, without: if (false) {
    if (!size && imageSize !== originalSize) {
      throw invalidPlace(
        'query.imageSize',
        'UNKNOWN_SIZE',
        `is one of ${imageSizes.map(({ name }) => name).join(', ')}, ${originalSize}`,
      )
    }
    const { row, isBare } = await database.inTenantReadOnly(tenantId, async (trx) => {
      const row = await findBinary(trx, tenantId, binaryId)
      const canBeBare = isDelivered && !size && row !== undefined && holdsPersonalData(row.mimeType)
      return { row, isBare: canBeBare && (await featureTogglesOf(trx, tenantId))[personalDataToggle] !== true }
    })
    if (!row) throw new Problem('NOT_FOUND')
    if (size) refuseWithoutPicture(renditionOf(row))
    // Pages that are asked for by number are bounded by those that are there, and so are the renditions that are stored.
    if (page > Math.max(1, row.pageCount ?? 1)) {
      throw invalidPlace('query.page', 'UNKNOWN_PAGE', `is at most ${row.pageCount ?? 1}`)
    }
    const etag = `"${row.sha256.slice(0, 32)}-${imageSize}${size ? `-${page}-${recipe}` : ''}${isBare ? '-bare' : ''}"`
    const mimeType = size ? renditionMimeType : row.mimeType
    const common = {
      ...uploadHeaders,
      ...caching,
      etag,
      'content-type': mimeType,
      'content-disposition': contentDisposition(isShownInline(mimeType) ? 'inline' : 'attachment', row.fileName),
      'accept-ranges': size ? 'none' : 'bytes',
    }
    if (matchesEtag(headers['if-none-match'], etag)) return new HttpResponse(304, { ...caching, etag })
    if (size) {
      const { stream, byteSize } = await objects.get(await renditions.ensure(tenantId, row, size, page))
      return new HttpResponse(200, { ...common, 'content-length': byteSize }, stream)
    }
    const ifRange = headers['if-range']
    const range = ifRange === undefined || ifRange === etag ? parseRange(headers.range, row.byteSize) : undefined
    if (range === 'unsatisfiable') {
      throw new Problem('RANGE_NOT_SATISFIABLE', { headers: { 'content-range': `bytes */${row.byteSize}` } })
    }
    // Defence 95, without: const patches: [] = []
    const patches = isBare ? await personalData.patchesOf(row) : []
    const stored = await objects.get(row.storageKey, range)
    const stream = patches.length === 0 ? stored.stream : replacing(stored.stream, patches, range?.start ?? 0)
    if (!range) return new HttpResponse(200, { ...common, 'content-length': row.byteSize }, stream)
    return new HttpResponse(
      206,
      {
        ...common,
        'content-length': range.end - range.start + 1,
        'content-range': `bytes ${range.start}-${range.end}/${row.byteSize}`,
      },
      stream,
    )
  }
}
