import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { unlessMissing } from './files.ts'

/** Every string of one language, by key. */
export interface Strings {
  readonly languageCode: string
  readonly entries: Readonly<Record<string, string>>
}

const fileSchema = z.record(z.string(), z.string())

/**
 * Strings travel with their owner: the host's, each section's and each shared package's `locales/<language>.json`,
 * gathered by language. A file that cannot be read costs its own strings, not the others; of two owners of one key the
 * first keeps it, and both are told of.
 */
export async function localesIn(
  root: string,
  onFault: (message: string, cause?: unknown) => void = () => {},
): Promise<Strings[]> {
  const languages = new Map<string, Map<string, { value: string; file: string }>>()
  for (const file of await filesIn(root)) {
    const languageCode = basename(file, '.json')
    const entries = languages.get(languageCode) ?? new Map<string, { value: string; file: string }>()
    languages.set(languageCode, entries)
    for (const [key, value] of Object.entries(await stringsOf(root, file, onFault))) {
      const taken = entries.get(key)
      if (taken === undefined) entries.set(key, { value, file })
      else if (taken.value !== value) onFault(`"${key}" stands in ${taken.file} and in ${file}, with different words`)
    }
  }
  return [...languages].map(([languageCode, entries]) => ({
    languageCode,
    entries: Object.fromEntries([...entries].sort(byName).map(([key, { value }]) => [key, value])),
  }))
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

async function stringsOf(root: string, file: string, onFault: (message: string, cause?: unknown) => void) {
  try {
    return fileSchema.parse(JSON.parse(await readFile(join(root, file), 'utf8')))
  } catch (cause) {
    onFault(`${file} cannot be read`, cause)
    return {}
  }
}

async function filesIn(root: string): Promise<string[]> {
  const sections = (await readdir(root)).filter((name) => name.startsWith('remote-')).sort()
  const shared = ((await unlessMissing(readdir(join(root, 'shared')))) ?? []).sort().map((name) => join('shared', name))
  const files = await Promise.all(
    ['host', ...shared, ...sections].map(async (owner) => {
      const names = (await unlessMissing(readdir(join(root, owner, 'locales')))) ?? []
      return names.filter((name) => name.endsWith('.json')).map((name) => join(owner, 'locales', name))
    }),
  )
  return files.flat()
}
