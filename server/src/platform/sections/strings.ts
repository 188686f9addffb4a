import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { undefinedIfMissing } from './files.ts'
import type { Section } from './sections.ts'

/** All texts of one language, by key. */
export interface Strings {
  readonly languageCode: string
  readonly entries: Readonly<Record<string, string>>
}

const fileSchema = z.record(z.string(), z.string())

/**
 * Merges the texts of the host, the sections and the shared packages (`locales/<language>.json`) by language. A file
 * that cannot be read is left out and reported. Where two files have the same key with different texts, the first one
 * wins and the conflict is reported. A section that another server deploys brings its own texts, because those in this
 * source tree may be of another version.
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
      else if (taken.value !== value && !isOfPackage(taken.file, file))
        onFault(`"${key}" stands in ${taken.file} and in ${file}, with different words`)
    }
  }
  const external = sections.filter(({ strings }) => strings !== undefined)
  const replaced = new Set(external.map(({ name }) => `remote-${name}`))
  for (const { owner, file } of await filesIn(root)) {
    if (!replaced.has(owner)) add(basename(file, '.json'), file, await stringsOf(root, file, onFault))
  }
  for (const { name, strings = {} } of external) {
    for (const [languageCode, entries] of Object.entries(strings)) add(languageCode, `the section ${name}`, entries)
  }
  return [...languages].map(([languageCode, entries]) => ({
    languageCode,
    entries: Object.fromEntries([...entries].sort(byName).map(([key, { value }]) => [key, value])),
  }))
}

/** A section brings the texts of the packages that it was built with, which may be older or newer than those here. */
const isOfPackage = (taken: string, file: string): boolean =>
  taken.startsWith('shared') && file.startsWith('the section ')

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
  const shared = ((await undefinedIfMissing(readdir(join(root, 'shared')))) ?? [])
    .sort()
    .map((name) => join('shared', name))
  const files = await Promise.all(
    ['host', ...shared, ...sections].map(async (owner) => {
      const names = (await undefinedIfMissing(readdir(join(root, owner, 'locales')))) ?? []
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ owner, file: join(owner, 'locales', name) }))
    }),
  )
  return files.flat()
}
