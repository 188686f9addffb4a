import type { z } from 'zod'
import {
  type RemoteDescription,
  remoteDescriptionSchema,
  type SectionStrings,
  sectionStringsSchema,
} from './description.ts'

/** The description and texts of a section that another server deploys; undefined where they could not be loaded. */
export interface ExternalSection {
  readonly description: RemoteDescription | undefined
  readonly strings: SectionStrings | undefined
}

export interface ExternalSectionOptions {
  readonly onFault: (message: string, cause: unknown) => void
  readonly now: () => number
}

const cacheMs = 60_000
/** Of a section that was never read: it may be one that just starts. */
const unseenMs = 3_000
const timeoutMs = 2_000

/** Loads `remote.json` and `strings.json` from beside a manifest. What was read holds for a minute, also when the next reading fails. */
export function createExternalSectionLoader({
  onFault,
  now,
}: ExternalSectionOptions): (manifestUrl: string) => Promise<ExternalSection> {
  /** What was read last: it holds while the other server does not answer. */
  const good = new Map<string, ExternalSection>()
  const cache = new Map<string, { at: number; section: Promise<ExternalSection> }>()

  async function load(manifestUrl: string): Promise<ExternalSection> {
    const failed = (what: string) => (cause: unknown) => {
      onFault(`The section at ${manifestUrl} has no ${what} that can be read`, cause)
      return undefined
    }
    const [description, strings] = await Promise.all([
      fetchBeside(manifestUrl, 'remote.json', remoteDescriptionSchema).catch(failed('remote.json')),
      fetchBeside(manifestUrl, 'strings.json', sectionStringsSchema).catch(failed('strings.json')),
    ])
    const last = good.get(manifestUrl)
    const section = { description: description ?? last?.description, strings: strings ?? last?.strings }
    good.set(manifestUrl, section)
    return section
  }

  return (manifestUrl) => {
    const cached = cache.get(manifestUrl)
    if (cached && now() - cached.at < (good.get(manifestUrl)?.description ? cacheMs : unseenMs)) return cached.section
    const section = load(manifestUrl)
    cache.set(manifestUrl, { at: now(), section })
    return section
  }
}

async function fetchBeside<T>(manifestUrl: string, fileName: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(new URL(fileName, manifestUrl), { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${fileName} beside it answers ${response.status}`)
  return schema.parse(await response.json())
}
