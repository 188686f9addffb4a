import type { contract } from '@pim/contract'
import { cacheableAnswer } from '../../http/answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type ResourcesOptions, resourcesFrom } from './service.ts'

/** Kept, and asked about each time: a string that was corrected is seen at the next load. */
const caching = { 'cache-control': 'public, no-cache' }

export function resourcesHandlers(options: ResourcesOptions): Handlers<typeof contract.resources> {
  const resources = resourcesFrom(options)
  return {
    getAllResources: async ({ context }) => {
      const { bytes, etag } = await resources()
      return cacheableAnswer(context.headers, bytes, caching, etag)
    },
  }
}
