import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { unlessMissing } from './files.ts'
import type { Section } from './sections.ts'

/** Every string of one language, by key. */
export interface Strings {
  readonly languageCode: string
  readonly entries: Readonly<Record<string, string>>
}

const fileSchema = z.record(z.string(), z.string())

/**
 * Strings travel with their owner: the host's, each section's and each shared package's `locales/<language>.json`,
 * gathered by language. A file that cannot be read costs its own strings, not the others; of two owners of one key the
 * first keeps it, and both are told of. A section that is taken from elsewhere brings its own: those in the tree are of
 * another build of it.
 */
export async function localesIn(
  root: string,
  onFault: (message: string, cause?: unknown) => void = () => {},
  sections: readonly Pick<Section, 'name' | 'strings'>[] = [],
): Promise<Strings[]> {
  const languages = new Map<string, Map<string, { value: string; file: string }>>()
  const add = (languageCode: string, file: string, strings: Readonly<Record<string, string>>) => {
    const entries = languages.get(languageCode) ?? new Map<string, { value: string; file: string }>()
    languages.set(languageCode, entries)
    for (const [key, value] of Object.entries(strings)) {
      const taken = entries.get(key)
      if (taken === undefined) entries.set(key, { value, file })
      else if (taken.value !== value) onFault(`"${key}" stands in ${taken.file} and in ${file}, with different words`)
    }
  }
  const brought = sections.filter(({ strings }) => strings !== undefined)
  const replaced = new Set(brought.map(({ name }) => `remote-${name}`))
  for (const { owner, file } of await filesIn(root)) {
    if (!replaced.has(owner)) add(basename(file, '.json'), file, await stringsOf(root, file, onFault))
  }
  for (const { name, strings = {} } of brought) {
    for (const [languageCode, entries] of Object.entries(strings)) add(languageCode, `the section ${name}`, entries)
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

async function filesIn(root: string): Promise<{ owner: string; file: string }[]> {
  const sections = (await readdir(root)).filter((name) => name.startsWith('remote-')).sort()
  const shared = ((await unlessMissing(readdir(join(root, 'shared')))) ?? []).sort().map((name) => join('shared', name))
  const files = await Promise.all(
    ['host', ...shared, ...sections].map(async (owner) => {
      const names = (await unlessMissing(readdir(join(root, owner, 'locales')))) ?? []
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ owner, file: join(owner, 'locales', name) }))
    }),
  )
  return files.flat()
}
