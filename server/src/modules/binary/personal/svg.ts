import type { ByteSource } from './byte-source.ts'
import { blank, type Patch } from './patch.ts'

const maxBytes = 20_000_000
const opening = /<(?:[\w-]+:)?metadata(?=[\s>])[^>]*(?<!\/)>/g
const closing = /<\/(?:[\w-]+:)?metadata\s*>/g

/** Drawing programs write who made a drawing into its `metadata` element. */
export async function svgPatches(source: ByteSource): Promise<Patch[]> {
  if (source.size > maxBytes) return []
  // One character for each byte, so that places in the text are places in the file.
  const text = (await source.read(0, source.size)).toString('latin1')
  const patches: Patch[] = []
  for (const match of text.matchAll(opening)) {
    const start = match.index + match[0].length
    closing.lastIndex = start
    const end = closing.exec(text)?.index
    if (end === undefined) break
    patches.push(...blank(start, end - start))
  }
  return patches
}
