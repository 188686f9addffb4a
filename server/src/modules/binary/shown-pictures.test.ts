import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp, { type Sharp } from 'sharp'
import { isWholeRun } from '../../../testing/budget.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const upload = (bytes: Uint8Array, fileName: string) =>
  server.ok(contract.binary.uploadBinary, { file: new Blob([bytes.slice()]), fileName })
const picture = (binaryId: string, imageSize: string, page?: number) =>
  server.call(contract.binary.getBinaryContent, {
    params: { binaryId },
    query: { imageSize, ...(page !== undefined && { page }) },
  })
const drawn = async (svg: string, imageSize: string): Promise<{ image: Sharp; width?: number; height?: number }> => {
  const { binaryId, width, height } = await upload(Buffer.from(svg), 'drawing.svg')
  const image = sharp((await picture(binaryId, imageSize)).bytes)
  return { image, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}
const sizeOf = async (image: Sharp) => {
  const { width, height, pages = 1 } = await image.metadata()
  return { width, height, pages }
}
/** Red, green and blue at a place, given in parts of the width and height. */
async function colourAt(image: Sharp, x: number, y: number): Promise<number[]> {
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 51) * 51)
}

/** A PDF of plain pages, each in one colour. */
function pdf(colours: readonly string[]): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${colours.length}/Kids[${colours.map((_, n) => `${3 + 2 * n} 0 R`).join(' ')}]>>`,
    ...colours.flatMap((colour, n) => {
      const drawing = `${colour} rg 0 0 200 100 re f`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents ${4 + 2 * n} 0 R>>`,
        `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((body, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj${body}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const rows = offsets.join('')
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
  )
}

describe('a drawing', () => {
  it('in millimetres without viewBox comes whole', async () => {
    const corner = '<rect x="780" y="1109" width="14" height="14" fill="#f00"/>'
    const { image, width, height } = await drawn(
      `<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm"><rect width="100%" height="100%" fill="#00f"/>${corner}</svg>`,
      'medium',
    )
    expect([width, height]).toEqual([794, 1123])
    expect(await sizeOf(image)).toMatchObject({ width: 679, height: 960 })
    expect(await colourAt(image, 0.995, 0.995)).toEqual([255, 0, 0])
    expect(await colourAt(image, 0.5, 0.5)).toEqual([0, 0, 255])
  })

  it.each([
    ['attributes', 'width="24" height="24" viewBox="0 0 24 24"'],
    ['attributes alone', 'width="24" height="24"'],
    ['a viewBox alone', 'viewBox="0 0 24 24"'],
    ['a style', 'style="width:24px;height:24px" viewBox="0 0 24 24"'],
    ['percentages', 'width="100%" height="100%" viewBox="0 0 24 24"'],
  ])('of 24 pixels fills the size that is asked for, and is sharp: %s', async (_, root) => {
    const { image, width, height } = await drawn(
      `<svg xmlns="http://www.w3.org/2000/svg" ${root}><path d="M0 0h24v24h-24z" fill="#fff"/><path d="M0 0h12v24h-12z"/></svg>`,
      'large',
    )
    expect([width, height]).toEqual([24, 24])
    expect(await sizeOf(image)).toMatchObject({ width: 1_920, height: 1_920 })
    // An enlarged picture of 24 pixels would be grey here.
    expect([await colourAt(image, 0.49, 0.5), await colourAt(image, 0.51, 0.5)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ])
  })

  it('that says no size comes as large as what it draws', async () => {
    const { image } = await drawn(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="30" height="15" fill="#f00"/></svg>',
      'small',
    )
    expect(await sizeOf(image)).toMatchObject({ width: 400, height: 200 })
  })
})

describe('a moving picture', () => {
  const frames = async (count: number, width: number, height: number): Promise<Sharp> => {
    const all = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        sharp({ create: { width, height, channels: 3, background: { r: n * 40, g: 0, b: 200 } } })
          .png()
          .toBuffer(),
      ),
    )
    return sharp(all, { join: { animated: true } })
  }

  it.each(['gif', 'webp'] as const)('keeps moving in every size: %s', async (format) => {
    const { binaryId, width, height } = await upload(
      await (await frames(4, 480, 320)).toFormat(format, { delay: [70, 70, 70, 70] }).toBuffer(),
      `moving.${format}`,
    )
    expect([width, height]).toEqual([480, 320])
    const shown = await sharp((await picture(binaryId, 'thumbnail')).bytes, { animated: true }).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 160, pageHeight: 107, pages: 4, delay: [70, 70, 70, 70] })
  })

  it.runIf(isWholeRun)('with more pixels than can be drawn in time stands still', async () => {
    const { binaryId } = await upload(await (await frames(6, 2_200, 1_800)).webp({ effort: 0 }).toBuffer(), 'long.webp')
    expect(await sizeOf(sharp((await picture(binaryId, 'small')).bytes))).toEqual({ width: 400, height: 327, pages: 1 })
  })
})

describe('a PDF', () => {
  it('is shown page by page, and no further', async () => {
    const { binaryId, rendition, pageCount } = await upload(pdf(['1 0 0', '0 1 0', '0 0 1']), 'pages.pdf')
    expect([rendition, pageCount]).toEqual([{ state: 'ready' }, 3])
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => sharp((await picture(binaryId, 'small', page)).bytes)),
    )
    expect(await Promise.all(pages.map((page) => colourAt(page, 0.5, 0.5)))).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ])
    expect(await Promise.all(pages.map(sizeOf))).toEqual(pages.map(() => ({ width: 400, height: 200, pages: 1 })))
    const behind = await picture(binaryId, 'small', 4)
    expect([behind.status, behind.problem?.fieldErrors?.[0]?.technicalFieldName]).toEqual([400, 'query.page'])
    expect((await picture(binaryId, 'original')).headers['content-type']).toBe('application/pdf')
  })

  it('that cannot be read is kept without a picture', async () => {
    const { rendition } = await upload(Buffer.from('%PDF-1.4\nnothing'), 'broken.pdf')
    expect(rendition).toEqual({ state: 'none', reason: 'damaged' })
  })
})
