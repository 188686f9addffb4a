import type { contract } from '@pim/contract'
import { cacheableAnswer, strongEtag } from '../../http/answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { settingsFor } from './settings.ts'

/** Kept, but asked about each time: the next deploy may change it. */
const caching = { 'cache-control': 'public, no-cache' }

export function settingsHandlers(deps: {
  readonly config: { readonly uploadMaxBytes: number }
}): Handlers<typeof contract.settings> {
  const bytes = Buffer.from(JSON.stringify(settingsFor(deps.config)))
  const etag = strongEtag(bytes)
  return { getSettings: ({ context }) => cacheableAnswer(context.headers, bytes, caching, etag) }
}
