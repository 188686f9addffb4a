import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Bundle, type BundleItem, type BundleMedia, bundlePartSchema, bundleSchema } from './bundle.ts'

/** A bundle from its file, together with its parts; the paths of its files are absolute afterwards. */
export async function readBundle(path: string): Promise<Bundle> {
  const { parts, ...first } = bundleSchema.parse(await readJson(path))
  const bundle: Bundle = {
    ...first,
    parts: [],
    media: located(placed(first.media, path, 'media'), path),
    items: placed(first.items, path, 'items'),
  }
  for (const part of parts) {
    const partPath = resolve(dirname(path), part)
    const more = bundlePartSchema.parse(await readJson(partPath))
    bundle.contentTypes.push(...more.contentTypes)
    bundle.taxonomies.push(...more.taxonomies)
    bundle.media.push(...located(placed(more.media, part, 'media'), partPath))
    bundle.items.push(...placed(more.items, part, 'items'))
    bundle.failures.push(...more.failures)
    bundle.notes.push(...more.notes)
  }
  return bundle
}

/** Says of each entry where it stands, unless it says so itself. */
const placed = <T extends BundleItem>(entries: readonly T[], file: string, list: string): T[] =>
  entries.map((entry, at) => ({ ...entry, source: entry.source ?? `${basename(file)}, ${list}[${at}]` }))

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

const located = (media: readonly BundleMedia[], file: string): BundleMedia[] =>
  media.map((entry) => ({ ...entry, path: resolve(dirname(file), entry.path) }))
