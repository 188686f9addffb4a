import type { Page } from '@playwright/test'
import { apiAs, tokenOf } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

/** It leaves a mark where it runs. */
const attack = `document.documentElement.setAttribute('data-ran', 'yes')`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${attack}"><script>${attack}</script></svg>`

async function upload(origin: string, file: Blob, fileName: string): Promise<string> {
  const { binary } = await apiAs(origin, 'editor')
  return (await binary.uploadBinary({ file, fileName })).binaryId
}

const ran = (page: Page) => page.evaluate(() => document.documentElement.getAttribute('data-ran'))

test.describe('an uploaded drawing with a script in it', () => {
  test.use({ expectedComplaints: /Content Security Policy|sandboxed/ })

  test('is handed over as a file, and runs nothing even where a browser opens it', async ({ page, origin }) => {
    const binaryId = await upload(origin, new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg')
    const address = `${origin}/api/binary/content/${binaryId}?imageSize=original`
    const token = await tokenOf(origin, 'editor')
    let withPolicy = true
    // Opened by its address as the most careless browser would: signed in, and shown whatever the server says.
    await page.route(address, async (route) => {
      const headers = { ...route.request().headers(), authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
      const response = await route.fetch({ headers })
      const { 'content-disposition': disposition, 'content-security-policy': policy, ...others } = response.headers()
      expect(response.status()).toBe(200)
      expect(disposition).toMatch(/^attachment/)
      expect(others['x-content-type-options']).toBe('nosniff')
      const kept = withPolicy ? { ...others, 'content-security-policy': policy ?? '' } : others
      await route.fulfill({ response, headers: kept })
    })
    await page.goto(address)
    await expect(page.locator('svg')).toBeAttached()
    expect(await ran(page)).toBeNull()
    // The very same bytes without the policy: the script is a real one.
    withPolicy = false
    await page.goto(address)
    await expect.poll(() => ran(page)).toBe('yes')
  })
})

test.describe('a picture that is a script as well', () => {
  test.use({ expectedComplaints: /Content Security Policy/ })

  test('is no script to the shell', async ({ page, signIn, origin }) => {
    await signIn('editor', '/prototype')
    await expect(page.getByRole('banner')).toBeVisible()
    const jpeg = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const canvas = document.createElement('canvas')
          canvas.width = 8
          canvas.height = 8
          canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
          canvas.toBlob(async (blob) => resolve([...new Uint8Array((await blob?.arrayBuffer()) ?? [])]), 'image/jpeg')
        }),
    )
    const binaryId = await upload(origin, new Blob([polyglot(jpeg)], { type: 'image/jpeg' }), 'photo.jpg')
    const address = `/api/binary/content/${binaryId}?imageSize=original`
    const answered: string[] = []
    page.on('response', (each) => answered.push(each.url()))
    const refused = await page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
          const script = document.createElement('script')
          script.src = src
          script.onload = () => resolve('it ran')
          document.head.append(script)
        }),
      address,
    )
    expect(refused).toBe('script-src-elem')
    expect(answered.filter((url) => url.includes(binaryId))).toEqual([])
    expect(await ran(page)).toBeNull()
  })
})

/** A real picture that carries the script in a comment. */
function polyglot(jpeg: number[]): Uint8Array<ArrayBuffer> {
  const text = [...Buffer.from(`*/=1;${attack};/*`)]
  const length = text.length + 2
  return new Uint8Array([...jpeg.slice(0, 2), 0xff, 0xfe, length >> 8, length & 0xff, ...text, ...jpeg.slice(2)])
}
