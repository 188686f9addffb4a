import { remoteSchema } from '@pim/contract/client-configuration/schemas.ts'
import { z } from 'zod'

export const staticHalfSchema = remoteSchema.omit({ manifestUrl: true }).extend({ name: z.string() })
export type StaticHalf = z.infer<typeof staticHalfSchema>

const stringsSchema = z.record(z.string(), z.record(z.string(), z.string()))
/** By language, and in it by key. */
export type OwnStrings = z.infer<typeof stringsSchema>

/** What a section says of itself before any of its code is loaded; undefined where it could not be had. */
export interface Said {
  readonly half: StaticHalf | undefined
  readonly strings: OwnStrings | undefined
}

export interface ElsewhereOptions {
  readonly onFault: (message: string, cause: unknown) => void
  readonly now: () => number
}

const askAgainAfterMs = 60_000
const patienceMs = 2_000

/** Both lie beside the manifest of a section whose files are somewhere else. A failure is known as long as an answer. */
export function elsewhere({ onFault, now }: ElsewhereOptions): (manifestUrl: string) => Promise<Said> {
  const known = new Map<string, { at: number; said: Promise<Said> }>()

  async function ask(manifestUrl: string): Promise<Said> {
    const failed = (what: string) => (cause: unknown) => {
      onFault(`The section at ${manifestUrl} does not say ${what}`, cause)
      return undefined
    }
    const [half, strings] = await Promise.all([
      fetchBeside(manifestUrl, 'remote.json', staticHalfSchema).catch(failed('what it is')),
      fetchBeside(manifestUrl, 'strings.json', stringsSchema).catch(failed('it in words')),
    ])
    return { half, strings }
  }

  return (manifestUrl) => {
    const asked = known.get(manifestUrl)
    if (asked && now() - asked.at < askAgainAfterMs) return asked.said
    const said = ask(manifestUrl)
    known.set(manifestUrl, { at: now(), said })
    return said
  }
}

async function fetchBeside<T>(manifestUrl: string, fileName: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(new URL(fileName, manifestUrl), { signal: AbortSignal.timeout(patienceMs) })
  if (!response.ok) throw new Error(`${fileName} beside it answers ${response.status}`)
  return schema.parse(await response.json())
}
