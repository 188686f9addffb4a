import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Bundle, type BundleMedia, bundlePartSchema, bundleSchema } from './bundle.ts'

/** A bundle from its file, together with its parts; the paths of its files are absolute afterwards. */
export async function readBundle(path: string): Promise<Bundle> {
  const { parts, ...first } = bundleSchema.parse(await readJson(path))
  const bundle: Bundle = { ...first, parts: [], media: located(first.media, path) }
  for (const part of parts) {
    const partPath = resolve(dirname(path), part)
    const more = bundlePartSchema.parse(await readJson(partPath))
    bundle.contentTypes.push(...more.contentTypes)
    bundle.taxonomies.push(...more.taxonomies)
    bundle.media.push(...located(more.media, partPath))
    bundle.items.push(...more.items)
    bundle.notes.push(...more.notes)
  }
  return bundle
}

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

const located = (media: readonly BundleMedia[], file: string): BundleMedia[] =>
  media.map((entry) => ({ ...entry, path: resolve(dirname(file), entry.path) }))
