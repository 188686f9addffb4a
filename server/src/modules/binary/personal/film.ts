import { type Box, boxesIn } from './boxes.ts'
import type { ByteSource } from './byte-source.ts'
import { filled, maxPatches, type Patch, replaced } from './patch.ts'

const freeType = Buffer.from('free', 'latin1')
/** What lies in these is looked at, too. */
const containers = ['moov', 'trak', 'moof', 'traf']
/** User data (`©xyz`, `loci`, names), keys with values (`com.apple.quicktime.location…`), and room that nobody reads. */
const emptied = ['udta', 'meta', 'free', 'skip']
/** What players need at the top of a file; programs and makers add others. */
const keptOnTop = [
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'mfra',
  'sidx',
  'ssix',
  'prft',
  'emsg',
  'pdin',
  'imda',
  'wide',
]
/** `uuid` boxes that players need: how a film in the round is shown, and protection. All others go, XMP among them. */
const keptIds = [
  'ffcc8263f8554a938814587a02521fdd',
  'a2394f525a9b4f14a2446c427c648df4',
  '6d1d9b0542d544e680e2141daff757b2',
  'd4807ef2ca3946958e5426cb9e46a79f',
  'd08a4f1810f34a82b6c832d8aba183d3',
]
/** Each costs a read somewhere else in the file. What is behind the last one is delivered as it came. */
const maxOnTop = 2_000

/** MP4 and QuickTime: boxes become free room of the same length, so that every offset of the film stays. */
export async function filmPatches(source: ByteSource): Promise<Patch[]> {
  const patches: Patch[] = []
  const onTop = await boxesIn(source, 0, source.size, maxOnTop)
  for (const box of onTop) {
    const isKept = keptOnTop.includes(box.type) || (await isKeptId(source, box))
    if (!isKept) patches.push(...freed(box))
  }
  const containing = onTop.filter(({ type }) => containers.includes(type))
  // A list that grows while it is walked: boxes lie in boxes.
  for (const outer of containing) {
    for (const box of await boxesIn(source, outer.start, outer.end)) {
      if (patches.length >= maxPatches || containing.length >= maxPatches) return patches
      if (containers.includes(box.type)) containing.push(box)
      else if (emptied.includes(box.type) || (box.type === 'uuid' && !(await isKeptId(source, box))))
        patches.push(...freed(box))
    }
  }
  return patches
}

const freed = ({ at, start, end }: Box): Patch[] => [replaced(at + 4, freeType), ...filled(start, end - start)]

async function isKeptId(source: ByteSource, { type, start }: Box): Promise<boolean> {
  return type === 'uuid' && keptIds.includes((await source.read(start, 16)).toString('hex'))
}
