import { watchNetwork } from '../../bench/network.ts'
import { expect, test } from '../../fixtures/pim.ts'

// The bars of the bench (`npm run bench -- --only first-load`), which tells whose bytes they are.
const mostScriptBytes = 250_000
const mostRequests = 20

test('the first load of the content list stays small', async ({ page, signIn }) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.goto('about:blank')
  const network = await watchNetwork(page, { cold: true })
  await page.goto('/content-items')
  const shown = await page.waitForFunction(
    () => document.querySelector('tr[data-row]') && performance.timeOrigin + performance.now(),
  )
  const shownAt = Number(await shown.jsonValue())
  // The browser tells of the end of the last files a moment after the page has run them.
  await page.waitForTimeout(300)
  const came = network.exchanges.filter(
    ({ bytes, endMs, offsetMs, url }) =>
      bytes > 0 &&
      endMs + offsetMs <= shownAt &&
      // Pictures and names are asked for by rows, so once these are there; a page that is slow to draw has some of them.
      !/\/api\/(?:binary|user-profile\?)/.test(url),
  )
  await network.stop()
  const scripts = came.filter(({ url }) => /\.js(?:\?|$)/.test(url))
  // A watch that hears nothing would find everything small.
  expect(scripts.length).toBeGreaterThanOrEqual(5)
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  expect(bytes, scripts.map(({ url, bytes: size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(mostScriptBytes)
  expect(came.length, came.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests)
})
