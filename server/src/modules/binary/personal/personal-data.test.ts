import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp, { type Sharp } from 'sharp'
import { ContentCalls, imageType, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { detectMimeType } from '../file-kind.ts'
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
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

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

const pictures = {
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

  it('of a real camera shows the same without its metadata', async () => {
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
  }, 120_000)

  it('that is garbled anywhere is sent in its length', async () => {
    let state = 11
    const random = (below: number) => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return Math.floor((state / 4_294_967_296) * below)
    }
    const { objects } = server.dependencies
    const personalData = new PersonalData(objects)
    for (const [fileName, make] of Object.entries(pictures)) {
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
