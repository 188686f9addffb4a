import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { BinaryService } from './service.ts'

// The bytes of an id never change, but who may see them does: only the user's own browser may cache them, for an hour, and asks again for another user.
// Defence 86, without: const caching = { 'cache-control': 'private, max-age=3600' }
const caching = { 'cache-control': 'private, max-age=3600', vary: 'authorization, x-tenant-id' }

export function binaryHandlers(binaries: BinaryService): Handlers<typeof contract.binary> {
  return {
    uploadBinary: ({ context, upload }) => binaries.upload(context, upload),
    getBinary: ({ params, context }) => binaries.get(context.tenant.tenantId, params.binaryId),
    findSameContent: ({ params, context }) => binaries.findSame(context.tenant.tenantId, params.sha256),
    eraseBinary: ({ params, context }) => binaries.erase(context, params.binaryId),
    getBinaryContent: ({ params, query, context }) =>
      binaries.content({
        tenantId: context.tenant.tenantId,
        binaryId: params.binaryId,
        imageSize: query.imageSize,
        page: query.page,
        headers: context.headers,
        caching,
      }),
  }
}
