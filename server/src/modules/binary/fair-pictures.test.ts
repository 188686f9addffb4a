import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const svg = (parts: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${parts}</svg>`)
const times = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

/** Some 1.4 kB each, and minutes to years of drawing. */
const hostile: Readonly<Record<string, Buffer>> = {
  noise: svg(
    `<filter id="f">${times(18, (n) => `<feTurbulence baseFrequency="0.${n}9" numOctaves="90" seed="${n}"/>`)}</filter><rect width="400" height="400" filter="url(#f)"/>`,
  ),
  'uses of uses': svg(
    `<g id="a0"><path d="M0 0h9"/></g>${times(9, (n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(8)}</g>`)}<use href="#a9"/>`,
  ),
  'patterns in patterns': svg(
    `${times(10, (n) => `<pattern id="p${n}" width=".1" height=".1">${`<path d="M0 0h9v9z" fill="url(#p${n - 1})"/>`.repeat(4)}</pattern>`)}<path d="M0 0h400v400z" fill="url(#p9)"/>`,
  ),
  'a filter by a style sheet': svg(
    `<style>.a{filter:url(#f)}</style><filter id="f"><feMorphology radius="90"/></filter>${'<path class="a" d="M0 0h9v9z"/>'.repeat(35)}`,
  ),
  'entities in entities': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a0 "<path d='M0 0h9v9'/>">${times(9, (n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&a9;</svg>`,
  ),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const upload = (bytes: Buffer, fileName: string, tenant = 'acme') =>
  server.ok(contract.binary.uploadBinary, { file: new Blob([bytes]), fileName, tenant })
const picture = (binaryId: string, imageSize: string, tenant = 'acme') =>
  server.call(contract.binary.getBinaryContent, { params: { binaryId }, query: { imageSize }, tenant })
const begun = async (): Promise<number> =>
  Number(/^pim_pictures_begun (\d+)$/m.exec(await server.dependencies.metrics.text())?.[1])

describe('pictures', () => {
  it('of drawings that would take hours are not drawn, and the pictures of other tenants come', async () => {
    const drawings = Object.entries(hostile)
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const [others, ...found] = await Promise.all([
      upload(photo, 'photo.png', 'nordic'),
      ...drawings.map(([name, bytes]) => upload(bytes, `${name}.svg`)),
    ])
    expect(found.map(({ fileName, rendition }) => [fileName, rendition])).toEqual(
      drawings.map(([name]) => [`${name}.svg`, { state: 'none', reason: 'complexity' }]),
    )
    const [shown, ...refused] = await Promise.all([
      picture(others.binaryId, 'thumbnail', 'nordic'),
      ...found.map(({ binaryId }) => picture(binaryId, 'thumbnail')),
    ])
    expect(shown?.headers['content-type']).toBe('image/webp')
    expect(refused.map(({ problem }) => problem?.renditionReason)).toEqual(drawings.map(() => 'complexity'))
  })

  it('that could not be made are not tried again with the same recipe, and are with the next', async () => {
    const { binaryId } = await upload(hostile.noise ?? Buffer.of(), 'noise.svg')
    const before = await begun()
    const sizes = ['thumbnail', 'small', 'medium', 'large', 'large']
    for (const size of sizes) expect((await picture(binaryId, size)).problem?.renditionReason).toBe('complexity')
    expect(await begun()).toBe(before)
    await server.rows.look(`update binary_file set rendition_recipe = 1 where binary_id = '${binaryId}'`)
    const params = { binaryId }
    expect((await server.ok(contract.binary.getBinary, { params })).rendition).toEqual({ state: 'pending' })
    expect((await picture(binaryId, 'small')).problem?.renditionReason).toBe('complexity')
    expect(await begun()).toBe(before + 1)
    expect((await server.ok(contract.binary.getBinary, { params })).rendition.state).toBe('none')
  })

  it('of drawings as programs write them are drawn', async () => {
    const drawing = Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>
      <svg xmlns="&ns_svg;" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"><style>.cls-1{fill:url(#g)}</style>
      <linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
      <filter id="s"><feGaussianBlur stdDeviation="2"/><feOffset dx="1" dy="1"/><feBlend in="SourceGraphic"/></filter>
      <symbol id="i"><path d="M0 0h10v10z"/></symbol>
      ${times(500, (n) => `<rect class="cls-1" x="${n}" width="9" height="9"/>`)}
      ${times(20, (n) => `<g filter="url(#s)"><use xlink:href="#i" x="${n}"/></g>`)}</svg>`,
    )
    const { binaryId, rendition } = await upload(drawing, 'drawing.svg')
    expect(rendition).toEqual({ state: 'ready' })
    expect((await picture(binaryId, 'thumbnail')).headers['content-type']).toBe('image/webp')
  })
})
