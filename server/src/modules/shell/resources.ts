import type { contract } from '@pim/contract'
import type { Resources } from '@pim/contract/resources/schemas.ts'
import type { Handlers } from '../../http/handlers.ts'
import { LatestAnswer, SharedAnswer } from '../../http/shared-answer.ts'
import { localesIn, type Sections } from '../../platform/sections/index.ts'

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
type ResponsesByLanguage = ReadonlyMap<string | undefined, SharedAnswer>

/**
 * The strings of one language or of all as the response, read again at most once a second: sections can be
 * deployed meanwhile. A language that nobody has translated anything into has no strings.
 */
export function resourcesFrom({
  root,
  sections,
  onFault,
  now = Date.now,
}: ResourcesOptions): (languageCode: string | undefined) => Promise<SharedAnswer> {
  const latest = new Map<string | undefined, LatestAnswer>()
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
      const text = JSON.stringify(
        resources.filter(({ languageCode }) => wanted === undefined || languageCode === wanted),
      )
      const known = latest.get(wanted) ?? new LatestAnswer()
      latest.set(wanted, known)
      return [wanted, known.of(text)] as const
    })
    return new Map(responses)
  }

  return async (languageCode) => {
    if (!load || now() - load.at >= reloadAfterMs) load = { at: now(), result: read() }
    return (await load.result).get(languageCode) ?? none
  }
}

const none = new SharedAnswer('[]')

/** Cached by browsers and revalidated at each load, so that a corrected string is seen at once. */
const caching = { 'cache-control': 'public, no-cache' }

export function resourcesHandlers(options: ResourcesOptions): Handlers<typeof contract.resources> {
  const resources = resourcesFrom(options)
  return {
    getAllResources: async ({ context, query }) => {
      const answer = await resources(query.languageCode)
      return answer.responseTo(context.headers, caching)
    },
  }
}
