import type { contract } from '@pim/contract'
import type { Resources } from '@pim/contract/resources/schemas.ts'
import type { Handlers } from '../../http/handlers.ts'
import { conditionalResponse, strongEtag } from '../../http/http-response.ts'
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

/** The responses by language, and the one with all languages as `undefined`. */
type ResponsesByLanguage = ReadonlyMap<string | undefined, CachedBytes>

/**
 * The strings of one language or of all as the bytes of the response, read again at most once a second: sections can be
 * deployed meanwhile. A language that nobody has translated anything into has no strings.
 */
export function resourcesFrom({
  root,
  sections,
  onFault,
  now = Date.now,
}: ResourcesOptions): (languageCode: string | undefined) => Promise<CachedBytes> {
  let current: ResponsesByLanguage = new Map()
  let load: { at: number; result: Promise<ResponsesByLanguage> } | undefined
  // Each message once, not at every reload.
  const reported = new Set<string>()
  const reportOnce = (message: string, cause?: unknown) => {
    if (reported.has(message)) return
    reported.add(message)
    onFault?.(message, cause)
  }

  async function read(): Promise<ResponsesByLanguage> {
    const languages = await localesIn(root, reportOnce, await sections())
    const resources: Resources = languages.map((language) => ({ ...language, namespace: 'pim' as const }))
    const responses = [undefined, ...languages.map(({ languageCode }) => languageCode)].map((wanted) => {
      const bytes = Buffer.from(
        JSON.stringify(resources.filter(({ languageCode }) => wanted === undefined || languageCode === wanted)),
      )
      const known = current.get(wanted)
      return [wanted, known?.bytes.equals(bytes) ? known : { bytes, etag: strongEtag(bytes) }] as const
    })
    current = new Map(responses)
    return current
  }

  return async (languageCode) => {
    if (!load || now() - load.at >= reloadAfterMs) load = { at: now(), result: read() }
    return (await load.result).get(languageCode) ?? none
  }
}

const noStrings = Buffer.from('[]')
const none: CachedBytes = { bytes: noStrings, etag: strongEtag(noStrings) }

/** Cached by browsers and revalidated at each load, so that a corrected string is seen at once. */
const caching = { 'cache-control': 'public, no-cache' }

export function resourcesHandlers(options: ResourcesOptions): Handlers<typeof contract.resources> {
  const resources = resourcesFrom(options)
  return {
    getAllResources: async ({ context, query }) => {
      const { bytes, etag } = await resources(query.languageCode)
      return conditionalResponse(context.headers, bytes, caching, etag)
    },
  }
}
