import { Readable } from 'node:stream'
import { contract } from '@pim/contract'
import { PersonalData, replacing } from '../../src/modules/binary/personal/personal-data.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import type { HostileServer } from './hostile-server.ts'
import { type ByShape, byShape, type Reader } from './shapes.ts'

const { uploadBinary } = contract.binary
const boundary = 'hostile'
/** Bytes of a frame without its file, or with a file that is all frame. */
const frameBytes = 4_000_000
const part = (head: string, body: string): string => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
const file = (name: string, body: string): string =>
  part(`content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain`, body)
const end = `--${boundary}--\r\n`
const repeated = (of: string, bytes: number): string => of.repeat(bytes / Buffer.byteLength(of))

const frames: ByShape<() => string> = {
  blank: () => file('a.txt', repeated('\r\n', frameBytes)) + end,
  'one endless cell': () => part(`content-disposition: form-data; name="${'a'.repeat(frameBytes)}"`, 'a') + end,
  'open quote': () => part(`content-disposition: form-data; name="file; filename="${repeated('\\"', frameBytes)}`, 'a'),
  alternating: () => file('a.txt', repeated('\r\n-', frameBytes)) + end,
  deep: () => file('a.txt', repeated(`\r\n--${boundary.slice(0, -1)}`, frameBytes)) + end,
  wide: () => repeated(part('content-disposition: form-data; name="a"', 'b'), frameBytes) + end,
  repeated: () => `--${boundary}\r\n${repeated('content-disposition: form-data\r\n', frameBytes)}\r\na\r\n${end}`,
  'letters that decompose': () => file('\ufdfa'.repeat(20_000), repeated('\ufdfa', frameBytes)) + end,
  unbroken: () => file('a.txt', 'a'.repeat(frameBytes)) + end,
  'almost valid': () => file('a.txt', repeated('\r\n--hostile\r', frameBytes)),
}

const multipart = (server: HostileServer): Reader => ({
  name: 'a multipart frame',
  worst: ['wide', 'almost valid'],
  feeds: byShape((shape) => () => {
    const body = Buffer.from(frames[shape]())
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return { bytes: body.length, work: () => server.send(uploadBinary.method, uploadBinary.path, body, type) }
  }),
})

interface Picture {
  readonly mimeType: string
  readonly bytes: Buffer
}

const svg = (inside: string): Picture => ({
  mimeType: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`),
})
/** Just below the largest drawing that is looked at. */
const svgBytes = 19_900_000

const drawings: ByShape<() => Picture> = {
  blank: () => svg(repeated(' \n', svgBytes)),
  'one endless cell': () => svg(`<metadata ${'a'.repeat(svgBytes)}`),
  'open quote': () => svg(repeated('<metadata a="', svgBytes)),
  alternating: () => svg(repeated('<metadata>', svgBytes)),
  deep: () => svg(repeated('<a:metadata >', svgBytes / 2) + repeated('</a:metadata>', svgBytes / 2)),
  wide: () => svg(repeated('<metadata>a</metadata>', svgBytes)),
  repeated: () => svg(repeated('<metadata', svgBytes)),
  'letters that decompose': () => svg(`<metadata>${repeated('\ufdfa', svgBytes)}</metadata>`),
  unbroken: () => svg(`<${'a-'.repeat(svgBytes / 2)}`),
  'almost valid': () => svg(repeated('<metadata></metadata ', svgBytes)),
}

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const box = (type: string, ...inside: Buffer[]): Buffer => {
  const data = Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}
const many = (count: number, of: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => of))
const png = (...chunks: Buffer[]): Picture => ({
  mimeType: 'image/png',
  bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]),
})
const jpeg = (...segments: Buffer[]): Picture => ({
  mimeType: 'image/jpeg',
  bytes: Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments]),
})
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
const exif = (count: number, tag: number, type: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8 + 2 + count * 12 + 4)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(count, 8)
  for (let at = 0; at < count; at += 1) {
    bytes.writeUInt16LE(tag, 10 + at * 12)
    bytes.writeUInt16LE(type, 12 + at * 12)
    bytes.writeUInt32LE(at + 1, 14 + at * 12)
    bytes.writeUInt32LE(value, 18 + at * 12)
  }
  return bytes
}
const boxesInEachOther = (levels: number): Buffer => {
  let inner = Buffer.alloc(1_000_000)
  const heads: Buffer[] = []
  let size = inner.length
  for (let level = 0; level < levels; level += 1) {
    const head = Buffer.alloc(8)
    size += 8
    head.writeUInt32BE(size, 0)
    head.write('moov', 4, 'latin1')
    heads.unshift(head)
  }
  inner = Buffer.concat([...heads, inner])
  return inner
}
const film = (...boxes: Buffer[]): Picture => ({
  mimeType: 'video/mp4',
  bytes: Buffer.concat([box('ftyp', Buffer.from('isom')), ...boxes]),
})

/** What a picture or film says of people and places, in the form that takes the longest to find. */
const pictures: ByShape<() => Picture> = {
  blank: () => png(many(1_500_000, chunk('tEXt', Buffer.alloc(0)))),
  'one endless cell': () => png(chunk('tEXt', Buffer.alloc(16_000_000, 'a')), chunk('eXIf', Buffer.alloc(16_000_000))),
  'open quote': () => jpeg(segment(0xe1, Buffer.from('Exif\0\0')), Buffer.alloc(20_000_000, 0xff)),
  alternating: () =>
    jpeg(
      many(300, segment(0xfe, Buffer.alloc(60_000, 'a'))),
      segment(0xda, Buffer.alloc(10)),
      Buffer.alloc(10_000_000, Buffer.from([0xff, 0])),
    ),
  deep: () => film(boxesInEachOther(100_000)),
  wide: () => film(many(2_000_000, box('moov'))),
  repeated: () => ({ mimeType: 'image/tiff', bytes: exif(65_535, 0x8769, 4, 8) }),
  'letters that decompose': () => ({
    mimeType: 'image/gif',
    bytes: Buffer.concat([
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
      many(4_000_000, Buffer.from([0x21, 0xfe, 1, 65, 0])),
    ]),
  }),
  unbroken: () => ({ mimeType: 'image/tiff', bytes: exif(65_535, 0x010e, 2, 16) }),
  'almost valid': () => ({
    mimeType: 'image/webp',
    bytes: Buffer.concat([
      Buffer.from('RIFF\xff\xff\xff\x0fWEBP', 'latin1'),
      many(2_000_000, Buffer.from('XMP \0\0\0\0', 'latin1')),
    ]),
  }),
}

const metadata = (
  server: HostileServer,
  { name, worst }: Pick<Reader, 'name' | 'worst'>,
  made: ByShape<() => Picture>,
): Reader => ({
  name,
  worst,
  feeds: byShape((shape) => () => {
    const { mimeType, bytes } = made[shape]()
    const { objects } = server.node.dependencies
    const storageKey = `hostile/${newId()}`
    return {
      bytes: bytes.length,
      prepare: () => objects.put(storageKey, Readable.from([bytes]), { contentType: mimeType, byteSize: bytes.length }),
      work: async () => {
        const patches = await new PersonalData(objects).patchesOf({ storageKey, mimeType, byteSize: bytes.length })
        const { stream } = await objects.get(storageKey)
        for await (const each of replacing(stream, patches, 0)) void each
      },
    }
  }),
})

export const fileReaders = (server: HostileServer): Reader[] => [
  multipart(server),
  metadata(server, { name: 'what a drawing says of people', worst: ['deep', 'almost valid'] }, drawings),
  metadata(server, { name: 'what a picture says of people', worst: ['deep', 'repeated'] }, pictures),
]
