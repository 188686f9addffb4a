import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BundleMedia } from '../bundle.ts'
import type { KnownItem } from './known-items.ts'
import type { ItemToLoad, LoadContext } from './load-context.ts'

/** Sends the file of a media item, unless it has one already. */
export function mediaUploader(context: LoadContext, media: readonly BundleMedia[], language: string) {
  const entries = new Map(media.map((entry) => [entry.key, entry]))
  return async (item: ItemToLoad, known: KnownItem | undefined): Promise<ItemToLoad> => {
    const entry = entries.get(item.key)
    if (!entry || known?.isDeleted || known?.isTaken) return item
    const present = known?.variations.get(context.defaultVariationId)?.fields[entry.binaryField]?.value
    if (typeof present === 'string') return item
    const { binaryId } = await context.writer(item.author).upload(await bytesOf(entry), entry.name)
    const values = { ...item.values.get(language), [entry.binaryField]: binaryId }
    return { ...item, values: new Map(item.values).set(language, values) }
  }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const bytesOf = ({ path, renderAs }: BundleMedia): Promise<Buffer> =>
  renderAs === undefined ? readFile(path) : renderPicture(path)

/** One thread a picture: the other processors are for whoever works with the product meanwhile. */
async function renderPicture(path: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(path).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
}
