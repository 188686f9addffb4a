import { watchNetwork } from '../../bench/network.ts'
import { expect, test } from '../../fixtures/pim.ts'

// What was reached; the bars that are aimed at are in the bench (`npm run bench -- --only first-load`).
const mostScriptBytes = 280_000
const mostRequests = 28

test('the first load of the content list stays small', async ({ page, signIn }) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.goto('about:blank')
  const network = await watchNetwork(page, { cold: true })
  await page.goto('/content-items')
  await page.waitForFunction(() => document.querySelector('tr[data-row]'))
  const came = network.exchanges.filter(({ bytes }) => bytes > 0)
  const scripts = came.filter(({ url }) => /\.js(?:\?|$)/.test(url))
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  await network.stop()
  expect(bytes, scripts.map(({ url, bytes: size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(mostScriptBytes)
  const files = came.filter(({ url }) => !url.includes('/api/binary/'))
  expect(files.length, files.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests)
})
