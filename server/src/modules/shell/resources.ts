import type { Resources } from '@pim/contract/resources/schemas.ts'
import { strongEtag } from '../../http/http-response.ts'
import { localesIn, type Sections } from '../../platform/sections/index.ts'

interface CachedBytes {
  readonly bytes: Buffer
  readonly etag: string
}

export interface ResourcesOptions {
  /** The folder that holds the host, the sections and the shared packages. */
  readonly root: string
  /** Sections that are deployed elsewhere bring their strings in their manifest. */
  readonly sections: Sections
  readonly onFault?: (message: string, cause?: unknown) => void
  readonly now?: () => number
}

const reloadAfterMs = 1_000

/** All strings as the bytes of the response, read again at most once a second: sections can be deployed meanwhile. */
export function resourcesFrom({
  root,
  sections,
  onFault,
  now = Date.now,
}: ResourcesOptions): () => Promise<CachedBytes> {
  let current: CachedBytes | undefined
  let load: { at: number; result: Promise<CachedBytes> } | undefined
  // Each message once, not at every reload.
  const reported = new Set<string>()
  const reportOnce = (message: string, cause?: unknown) => {
    if (reported.has(message)) return
    reported.add(message)
    onFault?.(message, cause)
  }

  async function read(): Promise<CachedBytes> {
    const languages = await localesIn(root, reportOnce, await sections())
    const resources: Resources = languages.map((language) => ({ ...language, namespace: 'pim' as const }))
    const bytes = Buffer.from(JSON.stringify(resources))
    if (!current?.bytes.equals(bytes)) current = { bytes, etag: strongEtag(bytes) }
    return current
  }

  return () => {
    if (!load || now() - load.at >= reloadAfterMs) load = { at: now(), result: read() }
    return load.result
  }
}

import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import { conditionalResponse } from '../../http/http-response.ts'

/** Cached by browsers and revalidated at each load, so that a corrected string is seen at once. */
const caching = { 'cache-control': 'public, no-cache' }

export function resourcesHandlers(options: ResourcesOptions): Handlers<typeof contract.resources> {
  const resources = resourcesFrom(options)
  return {
    getAllResources: async ({ context }) => {
      const { bytes, etag } = await resources()
      return conditionalResponse(context.headers, bytes, caching, etag)
    },
  }
}
