import { createHash } from 'node:crypto'
import { z } from 'zod'
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

/** What sections on other servers were like when these last answered: it outlives a restart of this server. */
export interface SeenSections {
  find(manifestUrl: string): Promise<ExternalSection | undefined>
  keep(manifestUrl: string, section: ExternalSection): Promise<void>
}

export interface ExternalSectionOptions {
  readonly onFault: (message: string, cause: unknown) => void
  readonly now: () => number
  /** Where what was read outlives this process. Left out: it does not. */
  readonly seen?: SeenSections | undefined
}

const cacheMs = 60_000
/** Of a section that was never read: it may be one that just starts. */
const unseenMs = 3_000
const timeoutMs = 2_000

/**
 * Loads `remote.json` and `strings.json` from beside a manifest. What was read whole holds while the other server does not
 * answer, and is what callers get while it is read again each minute; only what is not known whole is waited for.
 */
export function createExternalSectionLoader({
  onFault,
  now,
  seen,
}: ExternalSectionOptions): (manifestUrl: string) => Promise<ExternalSection> {
  const good = new Map<string, ExternalSection>()
  const attempts = new Map<string, { at: number; section: Promise<ExternalSection> }>()

  async function load(manifestUrl: string): Promise<ExternalSection> {
    const failed = (what: string) => (cause: unknown) => {
      onFault(`The section at ${manifestUrl} has no ${what} that can be read`, cause)
      return undefined
    }
    const integrity = pinnedIntegrity(manifestUrl)
    const [description, strings] = await Promise.all([
      fetchBeside(manifestUrl, 'remote.json', remoteDescriptionSchema, integrity).catch(failed('remote.json')),
      fetchBeside(manifestUrl, 'strings.json', sectionStringsSchema, integrity).catch(failed('strings.json')),
    ])
    const isWhole = description !== undefined && strings !== undefined
    const last = isWhole ? undefined : (good.get(manifestUrl) ?? (await findSeen(manifestUrl)))
    const section = { description: description ?? last?.description, strings: strings ?? last?.strings }
    good.set(manifestUrl, section)
    if (description !== undefined) await keepSeen(manifestUrl, section)
    return section
  }

  const findSeen = async (manifestUrl: string) =>
    seen
      ?.find(manifestUrl)
      .catch((cause: unknown) => void onFault(`What the section at ${manifestUrl} was like cannot be read`, cause))
  const keepSeen = async (manifestUrl: string, section: ExternalSection) =>
    seen
      ?.keep(manifestUrl, section)
      .catch((cause: unknown) => onFault(`What the section at ${manifestUrl} is like cannot be kept`, cause))

  return (manifestUrl) => {
    const known = good.get(manifestUrl)
    let attempt = attempts.get(manifestUrl)
    if (!attempt || now() - attempt.at >= (known?.description ? cacheMs : unseenMs)) {
      attempt = { at: now(), section: load(manifestUrl) }
      attempts.set(manifestUrl, attempt)
    }
    return known?.description && known.strings ? Promise.resolve(known) : attempt.section
  }
}

type Integrity = Readonly<Record<string, string>>
const manifestSchema = z.object({ integrity: z.record(z.string(), z.string()) })

const sha256Of = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

async function fetchBytes(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** The hashes of the manifest whose own hash stands behind its address; undefined where none stands there. */
async function pinnedIntegrity(manifestUrl: string): Promise<Integrity | undefined> {
  const url = new URL(manifestUrl)
  const pin = decodeURIComponent(url.hash.slice(1))
  if (pin === '') return undefined
  const bytes = await fetchBytes(url)
  if (sha256Of(bytes) !== pin) throw new Error(`the manifest is not the one of ${pin}`)
  return manifestSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).integrity
}

async function fetchBeside<T>(
  manifestUrl: string,
  fileName: string,
  schema: z.ZodType<T>,
  pinned: Promise<Integrity | undefined>,
): Promise<T> {
  const integrity = await pinned
  const bytes = await fetchBytes(new URL(fileName, manifestUrl))
  if (integrity !== undefined && sha256Of(bytes) !== integrity[fileName])
    throw new Error(`${fileName} is not the file that was built with the manifest`)
  return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}
