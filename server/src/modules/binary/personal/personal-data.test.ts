import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import sharp, { type Sharp } from 'sharp'
import { isWholeRun } from '../../../../testing/budget.ts'
import { ContentCalls, imageType, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { detectMimeType } from '../file-kind.ts'
import { boxesIn } from './boxes.ts'
import { ByteSource } from './byte-source.ts'
import { PersonalData, replacing } from './personal-data.ts'

const realImages = join(import.meta.dirname, '../../../../../../shared/data/images')
const name = 'Erika Mustermann'
const place = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '48/1 51/1 2967/100',
  GPSLongitudeRef: 'E',
  GPSLongitude: '2/1 17/1 4029/100',
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${name}"/></rdf:RDF></x:xmpmeta>`
const latitude = Buffer.from([48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0])

const photo = (): Sharp =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 20, g: 120, b: 200 } } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: name, Copyright: name }, IFD3: place })
    .withXmp(xmp)

let server: TestServer
let content: ContentCalls
let key: string
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, imageType)
  key = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'shop' } })).key
})
afterAll(() => server.close())

/** Uploads a file and publishes an item that has it. */
async function publish(bytes: Uint8Array, fileName: string): Promise<string> {
  const { binaryId } = await server.ok(contract.binary.uploadBinary, { file: new Blob([bytes.slice()]), fileName })
  const { contentItemId } = await content.create(fileName, 'image')
  const { 'en-US': own } = await content.variations(contentItemId)
  const id = own?.contentVariationId ?? ''
  await content.update(id, { file: binaryId })
  await content.step('publish', id)
  return binaryId
}
const delivered = (binaryId: string, imageSize = 'original', headers: Record<string, string> = {}) =>
  server.call(contract.delivery.getBinaryContent, { params: { binaryId }, query: { imageSize }, apiKey: key, headers })
const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer()

/** A comment, IPTC, and what a camera puts behind the picture, as sharp writes none of them. */
function withMore(jpeg: Buffer): Buffer {
  const segment = (marker: number, text: string) => {
    const body = Buffer.from(text, 'latin1')
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const iptc = `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x15\x1c\x02\x50\0\x10${name}\0`
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xfe, `by ${name}`),
    segment(0xed, iptc),
    segment(0xe5, `maker: ${name}`),
    jpeg.subarray(2),
    Buffer.from(`film of ${name}`),
  ])
}

/** What programs add to a GIF, as sharp writes none of it: a comment, XMP as plain text, and data of a program. */
function withExtensions(gif: Buffer): Buffer {
  const parts = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), parts(`by ${name}`), Buffer.from([0])])
  const closing = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])
  const application = (id: string, data: Buffer) =>
    Buffer.concat([Buffer.from([0x21, 0xff]), parts(id), data, Buffer.from([0])])
  const start = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0)
  return Buffer.concat([
    gif.subarray(0, start),
    comment,
    Buffer.concat([Buffer.from([0x21, 0xff]), parts('XMP DataXMP'), Buffer.from(xmp), closing]),
    ...[1, 2, 253, 254, 255].map((length) => application('MAKER  1234', parts(name.padEnd(length).slice(0, length)))),
    gif.subarray(start),
    Buffer.from(`behind: ${name}`),
  ])
}

const box = (type: string, ...inside: readonly (Buffer | string)[]): Buffer => {
  const data = Buffer.concat(inside.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const roundId = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex')

/** The boxes of a film as phones and programs write them; what is shown is not in it. */
const film = (brand: string): Buffer => {
  const location = box('\xa9xyz', '\0\x12\0\0+48.8577+002.295/')
  const keys = box('keys', '\0\0\0\0\0\0\0\x01', box('mdta', 'com.apple.quicktime.location.ISO6709'))
  return Buffer.concat([
    box('ftyp', `${brand}\0\0\0\0${brand}`),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100, 1)),
      box('trak', box('tkhd', Buffer.alloc(84, 2)), box('udta', box('name', name)), box('mdia', Buffer.alloc(30, 3))),
      box('udta', location, box('loci', `\0\0\0\0${name}\0`)),
      box('meta', keys, box('ilst', box('\0\0\0\x01', box('data', `\0\0\0\x01\0\0\0\0+48.8577+002.295/ ${name}`)))),
      box('uuid', roundId, 'in the round'),
    ),
    box('free', `left of an edit by ${name}`),
    box('mdat', Buffer.alloc(3_000, 7)),
    box('uuid', xmpId, xmp),
    box('MAKR', name),
  ])
}

const pictures = {
  'moving.gif': async () =>
    withExtensions(
      await sharp(await Promise.all([photo(), photo().negate()].map((each) => each.png().toBuffer())), {
        join: { animated: true },
      })
        .gif()
        .toBuffer(),
    ),
  'photo.jpg': async () => withMore(await photo().jpeg().toBuffer()),
  'progressive.jpg': async () => withMore(await photo().jpeg({ progressive: true }).toBuffer()),
  'photo.png': () => photo().png().toBuffer(),
  'photo.webp': () => photo().webp().toBuffer(),
  'photo.tiff': () => photo().tiff().toBuffer(),
  'photo.avif': () => photo().avif({ effort: 0 }).toBuffer(),
  'drawing.svg': async () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><metadata id="m"><x>${name}</x></metadata><path d="M0 0h9v9z"/></svg>`,
    ),
} as const

describe('an original that is delivered', () => {
  it.each(Object.keys(pictures) as (keyof typeof pictures)[])(
    'says neither where it was made nor by whom, and shows the same: %s',
    async (fileName) => {
      const bytes = await pictures[fileName]()
      expect(bytes.includes(name)).toBe(true)
      const binaryId = await publish(bytes, fileName)
      const sent = (await delivered(binaryId)).bytes
      expect([sent.length, sent.includes(name), sent.includes('Mustermann'), sent.includes(latitude)]).toEqual([
        bytes.length,
        false,
        false,
        false,
      ])
      expect((await pixels(sent)).equals(await pixels(bytes))).toBe(true)
      const [before, after] = [await sharp(bytes).metadata(), await sharp(sent).metadata()]
      expect(after.orientation).toBe(before.orientation)
      expect(after.icc).toEqual(before.icc)
      const staff = await server.call(contract.binary.getBinaryContent, {
        params: { binaryId },
        query: { imageSize: 'original' },
      })
      expect(staff.bytes.equals(bytes)).toBe(true)
      expect(staff.headers.etag).not.toBe((await delivered(binaryId)).headers.etag)
      const small = (await delivered(binaryId, 'small')).bytes
      const { exif, xmp: more, iptc } = await sharp(small).metadata()
      expect([exif, more, iptc, small.includes(name)]).toEqual([undefined, undefined, undefined, false])
    },
  )

  it.each([
    ['video/mp4', 'isom'],
    ['video/quicktime', 'qt  '],
  ])('of a film has its boxes where they were, without place and people: %s', async (mimeType, brand) => {
    const bytes = film(brand)
    const binaryId = await publish(bytes, mimeType === 'video/mp4' ? 'film.mp4' : 'film.mov')
    const sent = await delivered(binaryId)
    expect(sent.headers['content-type']).toBe(mimeType)
    expect([sent.bytes.length, sent.bytes.includes(name), sent.bytes.includes('48.8577')]).toEqual([
      bytes.length,
      false,
      false,
    ])
    const whole = new ByteSource(bytes.length, async (start, end) => sent.bytes.subarray(start, end))
    const before = new ByteSource(bytes.length, async (start, end) => bytes.subarray(start, end))
    const places = async (source: ByteSource) =>
      (await boxesIn(source, 0, bytes.length)).map(({ at, start, end }) => [at, start, end])
    expect(await places(whole)).toEqual(await places(before))
    const onTop = await boxesIn(whole, 0, bytes.length)
    expect(onTop.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'free', 'mdat', 'free', 'free'])
    const [, moov, , mdat] = onTop
    const inside = await boxesIn(whole, moov?.start ?? 0, moov?.end ?? 0)
    expect(inside.map(({ type }) => type)).toEqual(['mvhd', 'trak', 'free', 'free', 'uuid'])
    expect(sent.bytes.subarray(mdat?.start, mdat?.end).equals(Buffer.alloc(3_000, 7))).toBe(true)
    expect(sent.bytes.includes('in the round')).toBe(true)
  })

  it('is the same in parts', async () => {
    const bytes = await pictures['photo.jpg']()
    const binaryId = await publish(bytes, 'parts.jpg')
    const whole = (await delivered(binaryId)).bytes
    const parts: Buffer[] = []
    for (let start = 0; start < bytes.length; start += 100) {
      const range = `bytes=${start}-${Math.min(bytes.length, start + 100) - 1}`
      parts.push((await delivered(binaryId, 'original', { range })).bytes)
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
  })

  it('is as it came where the tenant wants that', async () => {
    const bytes = await pictures['photo.jpg']()
    const binaryId = await publish(bytes, 'wanted.jpg')
    const change = (personalDataDelivered: boolean) =>
      server.ok(contract.tenants.changeTenant, { body: { featureToggles: { personalDataDelivered } } })
    await change(true)
    expect((await delivered(binaryId)).bytes.equals(bytes)).toBe(true)
    await change(false)
    expect((await delivered(binaryId)).bytes.equals(bytes)).toBe(false)
  })

  it.runIf(isWholeRun)(
    'of a real camera shows the same without its metadata',
    async () => {
      if (!existsSync(realImages)) return console.log('skipped: no real images beside the project')
      for (const fileName of readdirSync(realImages).filter((each) => /\.(jpe?g|png|webp|avif|tiff?)$/i.test(each))) {
        const bytes = readFileSync(join(realImages, fileName))
        const shown = await pixels(bytes).catch(() => undefined)
        if (shown === undefined || bytes.length > 600_000) continue
        const sent = (await delivered(await publish(bytes, fileName))).bytes
        expect([fileName, sent.length, (await pixels(sent)).equals(shown)]).toEqual([fileName, bytes.length, true])
        const { xmp: more, iptc, icc } = await sharp(sent).metadata()
        expect([fileName, /creator|GPS/.test(String(more)), iptc?.some((byte) => byte !== 0) ?? false]).toEqual([
          fileName,
          false,
          false,
        ])
        expect(icc).toEqual((await sharp(bytes).metadata()).icc)
      }
    },
    120_000,
  )

  it('that is made to be searched for ever is read only so far', async () => {
    const levels = 2_000
    const inner = box('mdat', Buffer.alloc(1_000_000))
    const size = (level: number) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(8 + inner.length + 16 * level, 0)
      head.write('moov', 4, 'latin1')
      return head
    }
    const hostile = {
      // Each box has another at its beginning and one at its end, far from each other.
      'nested.mp4': Buffer.concat([
        box('ftyp', 'isom'),
        ...Array.from({ length: levels }, (_, index) => size(levels - 1 - index)),
        inner,
        ...Array.from({ length: levels - 1 }, () => box('name')),
      ]),
      'small-boxes.mp4': Buffer.concat([box('ftyp', 'isom'), ...Array.from({ length: 100_000 }, () => box('moov'))]),
      'small-parts.gif': Buffer.concat([
        Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'),
        ...Array.from({ length: 300_000 }, () => Buffer.from([0x21, 0xfe, 0])),
      ]),
    }
    const { objects } = server.dependencies
    for (const [fileName, bytes] of Object.entries(hostile)) {
      const storageKey = `hostile/${fileName}`
      await objects.put(storageKey, Readable.from([bytes]), { contentType: 'video/mp4' })
      const mimeType = fileName.endsWith('gif') ? 'image/gif' : 'video/mp4'
      const reading = rstest.spyOn(objects, 'get')
      const patches = await new PersonalData(objects).patchesOf({ storageKey, mimeType, byteSize: bytes.length })
      const read = reading.mock.calls.reduce((sum, [, part]) => sum + (part ? part.end - part.start + 1 : 0), 0)
      reading.mockRestore()
      expect([fileName, read <= 2 * bytes.length + 64_000_000, patches.length <= 20_000]).toEqual([
        fileName,
        true,
        true,
      ])
    }
  })

  it('that is garbled anywhere is sent in its length', async () => {
    let state = 11
    const random = (below: number) => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return Math.floor((state / 4_294_967_296) * below)
    }
    const { objects } = server.dependencies
    const personalData = new PersonalData(objects)
    for (const [fileName, make] of Object.entries({ ...pictures, 'film.mp4': async () => film('isom') })) {
      const whole = await make()
      const mimeType = await detectMimeType(await written(whole), fileName)
      for (let round = 0; round < 40; round++) {
        const garbled = Buffer.from(whole)
        for (let change = 0; change < 6; change++) garbled[16 + random(garbled.length - 16)] = random(256)
        const storageKey = `garbled/${fileName}.${round}`
        await objects.put(storageKey, Readable.from([garbled]), { contentType: 'image/jpeg' })
        const file = { storageKey, mimeType: mimeType ?? '', byteSize: garbled.length }
        const { stream } = await objects.get(storageKey)
        const sent = await buffer(replacing(stream, await personalData.patchesOf(file), 0))
        expect([fileName, round, sent.length]).toEqual([fileName, round, garbled.length])
      }
    }
  })
})

async function written(bytes: Buffer): Promise<string> {
  const path = join(server.dependencies.temporaryFolder, 'to-be-typed')
  await writeFile(path, bytes)
  return path
}
