import type { Resources } from '@pim/contract/resources/schemas.ts'
import { strongEtag } from '../../http/http-response.ts'
import { localesIn, type Sections } from '../../platform/sections/index.ts'

export interface ReadyBytes {
  readonly bytes: Buffer
  readonly etag: string
}

export interface ResourcesOptions {
  /** The folder that holds the host, the sections and the shared packages. */
  readonly root: string
  /** Those whose files are elsewhere bring their strings with them. */
  readonly sections: Sections
  readonly onFault?: (message: string, cause?: unknown) => void
  readonly now?: () => number
}

const lookAgainAfterMs = 1_000

/** All strings as the bytes that are sent. Looked up again at most once a second, for sections deployed meanwhile. */
export function resourcesFrom({
  root,
  sections,
  onFault,
  now = Date.now,
}: ResourcesOptions): () => Promise<ReadyBytes> {
  let ready: ReadyBytes | undefined
  let looking: { at: number; result: Promise<ReadyBytes> } | undefined
  // Told once, not once a second.
  const told = new Set<string>()
  const tellOnce = (message: string, cause?: unknown) => {
    if (told.has(message)) return
    told.add(message)
    onFault?.(message, cause)
  }

  async function look(): Promise<ReadyBytes> {
    const languages = await localesIn(root, tellOnce, await sections())
    const resources: Resources = languages.map((language) => ({ ...language, namespace: 'pim' as const }))
    const bytes = Buffer.from(JSON.stringify(resources))
    if (!ready?.bytes.equals(bytes)) ready = { bytes, etag: strongEtag(bytes) }
    return ready
  }

  return () => {
    if (!looking || now() - looking.at >= lookAgainAfterMs) looking = { at: now(), result: look() }
    return looking.result
  }
}

import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import { conditionalResponse } from '../../http/http-response.ts'

/** Kept, and asked about each time: a string that was corrected is seen at the next load. */
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
