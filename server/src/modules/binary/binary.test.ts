import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binary, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { isWholeRun } from '../../../testing/budget.ts'
import { rounds, seed } from '../../../testing/random.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** How many garbled uploads are tried. */
const mutations = rounds(8)
const realImages = join(import.meta.dirname, '../../../../../shared/data/images')

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 200, alpha: 0.5 } } })

/** A PNG whose header claims far more pixels than its few bytes hold. */
async function pixelBomb(): Promise<Buffer> {
  return await sharp({
    create: { width: 20_000, height: 5_000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

describe('binaries', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const send = (bytes: Uint8Array, fileName: string) =>
    server.call(contract.binary.uploadBinary, { file: new Blob([bytes.slice()]), fileName })
  const stored = async (bytes: Uint8Array, fileName: string): Promise<Binary> => {
    const { body, problem } = await send(bytes, fileName)
    if (!body) throw new Error(`${fileName}: ${JSON.stringify(problem)}`)
    return body
  }
  const content = (binaryId: string, imageSize = 'original', headers: Record<string, string> = {}) =>
    server.call(contract.binary.getBinaryContent, { params: { binaryId }, query: { imageSize }, headers })

  it('are stored byte for byte, with their type, size and pixels', async () => {
    const bytes = await picture(640, 480).png().toBuffer()
    const binary = await stored(bytes, 'Kaffeemühle – Größe L.png')
    expect(binary).toMatchObject({
      fileName: 'Kaffeemühle – Größe L.png',
      mimeType: 'image/png',
      byteSize: bytes.length,
      width: 640,
      height: 480,
      usedBy: [],
    })
    const original = await content(binary.binaryId)
    expect(original.bytes.equals(bytes)).toBe(true)
    expect(original.headers['content-disposition']).toContain("filename*=UTF-8''Kaffeem%C3%BChle")
    expect(await server.ok(contract.binary.getBinary, { params: { binaryId: binary.binaryId } })).toEqual(binary)
  })

  it('are delivered in the sizes of the settings and no others', async () => {
    const { binaryId } = await stored(await picture(2_000, 1_000).jpeg().toBuffer(), 'wide.jpg')
    const small = await content(binaryId, 'small')
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 })
    const other = await content(binaryId, 'size-401')
    expect(other.status).toBe(400)
    expect(other.problem).toMatchObject({ fieldErrors: [{ technicalFieldName: 'query.imageSize' }] })
  })

  it('are not enlarged, and are rotated by their EXIF orientation', async () => {
    const turned = await picture(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const binary = await stored(turned, 'turned.jpg')
    expect(binary).toMatchObject({ width: 40, height: 60 })
    const shown = await sharp((await content(binary.binaryId, 'large')).bytes).metadata()
    expect(shown).toMatchObject({ width: 40, height: 60 })
  })

  it('are typed by their bytes: an HTML page named as a picture is refused', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect((await send(page, 'photo.jpg')).problem?.code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it('are sent as a download where a browser might run them', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    )
    const { binaryId, mimeType } = await stored(svg, 'logo.svg')
    expect(mimeType).toBe('image/svg+xml')
    const original = await content(binaryId)
    expect(original.headers['content-disposition']).toMatch(/^attachment;/)
    expect(original.headers['content-security-policy']).toContain('sandbox')
    expect(original.headers['x-content-type-options']).toBe('nosniff')
    expect((await content(binaryId, 'small')).headers['content-type']).toBe('image/webp')
  })

  it('are kept where no picture can be made of them, and say why', async () => {
    const before = await filesIn(join(server.dependencies.temporaryFolder, 'objects'))
    const besides = (await filesIn(server.dependencies.temporaryFolder)).length - before.length
    const whole = await picture(300, 300).jpeg().toBuffer()
    const bomb = await pixelBomb()
    const cases = [
      ['half.jpg', whole.subarray(0, whole.length / 2), { state: 'ready', reason: 'damaged' }],
      ['stump.jpg', whole.subarray(0, 200), { state: 'none', reason: 'damaged' }],
      ['bomb.png', bomb, { state: 'none', reason: 'pixels' }],
      ['layers.psd', Buffer.concat([Buffer.from('8BPS\0\x01'), Buffer.alloc(80)]), { state: 'none', reason: 'kind' }],
      ['phone.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0'), { state: 'none', reason: 'kind' }],
    ] as const
    for (const [fileName, bytes, rendition] of cases) {
      const binary = await stored(bytes, fileName)
      expect([fileName, binary.rendition]).toEqual([fileName, rendition])
      expect((await content(binary.binaryId)).bytes.equals(bytes)).toBe(true)
      const small = await content(binary.binaryId, 'small')
      if (rendition.state === 'ready') expect(small.headers['content-type']).toBe('image/webp')
      else expect(small.problem).toMatchObject({ code: 'IMAGE_UNREADABLE', renditionReason: rendition.reason })
    }
    const kept = await filesIn(join(server.dependencies.temporaryFolder, 'objects'))
    // The five files and one rendition; nothing else stays.
    expect(kept.length - before.length).toBe(6)
    const all = await filesIn(server.dependencies.temporaryFolder)
    expect(all.length - kept.length).toBe(besides)
  })

  it('made to break a decoder do not harm the server', async () => {
    const good = await picture(64, 64).webp().toBuffer()
    let state = 42
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return state / 4_294_967_296
    }
    for (let round = 0; round < 60; round++) {
      const mutated = Buffer.from(good)
      for (let count = 0; count < 8; count++)
        mutated[12 + Math.floor(random() * (good.length - 12))] = Math.floor(random() * 256)
      expect([200, 415, 422]).toContain((await send(mutated, 'mutated.webp')).status)
    }
  })

  it('are not decoded twenty at once where each is a bomb, and others are answered meanwhile', async () => {
    const bomb = await pixelBomb()
    let ended = 0
    const all = Promise.all(Array.from({ length: 20 }, () => send(bomb, 'bomb.png').finally(() => ++ended)))
    const alive = await server.app.server.inject('/healthz')
    expect([alive.statusCode, ended]).toEqual([200, 0])
    const found = (await all).map(({ body }) => body?.rendition)
    expect(found).toEqual(found.map(() => ({ state: 'none', reason: 'pixels' })))
  })

  it('that are cut off or garbled anywhere leave nothing behind', async () => {
    const before = await filesIn(server.dependencies.temporaryFolder)
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(20_000, 'text ')]), 'note.txt')
    const framed = new Response(form)
    const type = framed.headers.get('content-type') ?? ''
    const whole = Buffer.from(await framed.arrayBuffer())
    const token = await server.identity.tokenFor({ userId: 'e', tenants: ['acme'], roles: ['editor'] })
    const upload = async (payload: Buffer) => {
      const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme', 'content-type': type }
      return (await server.app.server.inject({ method: 'POST', url: '/api/binary', headers, payload })).statusCode
    }
    const count = async () =>
      (await server.rows.look<{ n: number }>('select count(*)::int as n from binary_file'))[0]?.n
    const rows = await count()
    for (let part = 1; part < 20; part++) {
      expect([400, 415, 422]).toContain(await upload(whole.subarray(0, Math.floor((whole.length * part) / 20))))
    }
    expect([await count(), await filesIn(server.dependencies.temporaryFolder)]).toEqual([rows, before])
    let state = seed
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return state / 4_294_967_296
    }
    for (let round = 0; round < mutations; round++) {
      const garbled = Buffer.from(whole)
      // Changes bytes of the multipart frame at both ends, not of the file.
      for (let change = 0; change < 6; change++) {
        const at = Math.floor(random() * 300)
        garbled[random() < 0.5 ? at : garbled.length - 1 - at] = Math.floor(random() * 256)
      }
      expect(await upload(garbled), `round ${round} of seed ${seed}`).toBeLessThan(500)
    }
  })

  it('are refused in sizes that are not in the settings, and nothing is stored for them', async () => {
    const { binaryId } = await stored(await picture(800, 600).png().toBuffer(), 'sized.png')
    await content(binaryId, 'small')
    const before = await filesIn(server.dependencies.temporaryFolder)
    const asked = await Promise.all(Array.from({ length: 300 }, (_, n) => content(binaryId, `w${n}`)))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([400]))
    expect(await filesIn(server.dependencies.temporaryFolder)).toEqual(before)
  })

  it('are refused in many ranges at once', async () => {
    const { binaryId } = await stored(Buffer.from('plain text'), 'ranges.txt')
    const range = `bytes=${Array.from({ length: 10_000 }, (_, n) => `${n % 9}-`).join(',')}`
    expect((await content(binaryId, 'original', { range })).problem?.code).toBe('RANGE_NOT_SATISFIABLE')
  })

  it('are sent in one range, and refused in two', async () => {
    const bytes = Buffer.from('a,b\n1,2\n3,4\n')
    const { binaryId } = await stored(bytes, 'table.csv')
    const part = await content(binaryId, 'original', { range: 'bytes=4-6' })
    expect([part.status, String(part.bytes), part.headers['content-range']]).toEqual([
      206,
      '1,2',
      `bytes 4-6/${bytes.length}`,
    ])
    expect(String((await content(binaryId, 'original', { range: 'bytes=-2' })).bytes)).toBe('4\n')
    expect((await content(binaryId, 'original', { range: 'bytes=0-1,4-5' })).status).toBe(416)
    expect((await content(binaryId, 'original', { range: 'bytes=99-' })).status).toBe(416)
  })

  it('are answered 304 where the ETag matches', async () => {
    const { binaryId } = await stored(await picture(20, 20).png().toBuffer(), 'small.png')
    const { etag } = (await content(binaryId)).headers
    expect((await content(binaryId, 'original', { 'if-none-match': String(etag) })).status).toBe(304)
    expect((await content(binaryId, 'small', { 'if-none-match': String(etag) })).status).toBe(200)
  })

  it('of another tenant are not found', async () => {
    const { binaryId } = await stored(Buffer.from('plain'), 'note.txt')
    const elsewhere = { params: { binaryId }, tenant: 'nordic' }
    await server.refused(contract.binary.getBinary, 'NOT_FOUND', elsewhere)
    await server.refused(contract.binary.getBinaryContent, 'NOT_FOUND', elsewhere)
  })

  it('are found by their bytes, with the items that carry them, by editors of their tenant alone', async () => {
    const bytes = await picture(31, 17).png().toBuffer()
    const first = await stored(bytes, 'first.png')
    await stored(await picture(32, 17).png().toBuffer(), 'other.png')
    const second = await stored(bytes, 'second.png')
    const params = { sha256: first.sha256 }
    await server.ok(contract.contentModel.seedContentTypes, {
      body: {
        contentTypes: [
          {
            technicalName: 'samePicture',
            friendlyName: { 'en-US': 'Picture' },
            kind: 'media',
            fields: [{ technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary' }],
          },
        ],
      },
    })
    const { contentItemId, contentVariationIds } = await server.ok(contract.contentItem.createItem, {
      query: { name: 'The picture', technicalContentTypeName: 'samePicture' },
    })
    await server.ok(contract.contentVariation.updateVariation, {
      body: {
        contentVariationId: contentVariationIds[0] ?? '',
        fields: [{ technicalFieldName: 'file', value: first.binaryId }],
      },
    })
    const same = await server.ok(contract.binary.findSameContent, { params })
    expect(same.map(({ binaryId, usedBy }) => [binaryId, usedBy])).toEqual([
      [second.binaryId, []],
      [first.binaryId, [{ contentItemId, name: 'The picture' }]],
    ])
    expect(await server.ok(contract.binary.findSameContent, { params, tenant: 'nordic' })).toEqual([])
    const wrong = await server.refused(contract.binary.findSameContent, 'INVALID_REQUEST', {
      params: { sha256: first.sha256.toUpperCase() },
    })
    expect(wrong.fieldErrors?.map(({ technicalFieldName }) => technicalFieldName)).toEqual(['params.sha256'])
  })

  it('get a file name without folders, control characters and excess length', async () => {
    for (const [given, kept] of [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['a\u202Egnp.txt', 'agnp.txt'],
      [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`],
    ] as const) {
      expect((await stored(Buffer.from('text'), given)).fileName).toBe(kept)
    }
  })

  it.runIf(isWholeRun)(
    'of real cameras, programs and scanners are typed and decoded',
    async () => {
      if (!existsSync(realImages)) return console.log('skipped: no real images beside the project')
      const [head = '', ...rows] = readFileSync(join(realImages, 'manifest.csv'), 'utf8').trim().split('\n')
      const columns = head.split(',')
      for (const row of rows) {
        const cell = Object.fromEntries(row.split(',').map((value, index) => [columns[index], value]))
        const bytes = readFileSync(join(realImages, cell.file ?? ''))
        const response = await send(bytes, cell.file ?? '')
        const binary = response.body
        if (!binary) {
          console.log(`${cell.file} (${cell.format}): ${response.problem?.code}`)
          expect([415, 422]).toContain(response.status)
          continue
        }
        expect(binary.sha256).toBe(cell.sha256)
        if (binary.width) expect((await content(binary.binaryId, 'thumbnail')).status).toBe(200)
      }
    },
    60_000,
  )
})

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
