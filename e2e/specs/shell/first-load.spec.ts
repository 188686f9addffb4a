import type { Page } from '@playwright/test'
import { watchNetwork } from '../../bench/network.ts'
import { expect, test } from '../../fixtures/pim.ts'

// The bar, which is a row of the bench, too (`npm run bench -- --only first-load`): it tells whose bytes they are.
const mostScriptBytes = 250_000
const mostRequests = 18
/** Bytes of the texts that the list shows at first; those of all screens are four times as much. */
const mostTextBytes = 13_000
/** Milliseconds after its start in which the shell fetches nothing that no first screen needs (`boot/at-rest.ts`). */
const restMs = 3_000

/** The worker hands the session over while the page is drawn. */
const untilHeld = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('pim.sessionIsHeld'))).toBe('true')

test('the first load of the content list stays small', async ({ page, signIn }) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await untilHeld(page)
  await page.goto('about:blank')
  const network = await watchNetwork(page, { cold: true })
  await page.goto('/content-items')
  const shown = await page.waitForFunction(
    () => document.querySelector('tr[data-row]') && performance.timeOrigin + performance.now(),
  )
  const shownAt = Number(await shown.jsonValue())
  const startOfProfile = () =>
    network.exchanges.find(({ url }) => url.endsWith('/my-profile'))?.startMs ?? Number.POSITIVE_INFINITY
  const asked = () =>
    network.exchanges.filter(
      ({ method, startMs, offsetMs, url }) =>
        startMs + offsetMs <= shownAt &&
        // After the rest the shell stores the profile and fetches what only something opened draws; a busy machine needs as
        // long for its rows.
        !(method === 'PUT' && url.endsWith('/my-profile')) &&
        !(new URL(url).pathname.startsWith('/assets/') && startMs >= startOfProfile() + restMs) &&
        // Pictures and names are asked for by rows, so once these are there; a page that is slow to draw has some of them.
        !/\/api\/(?:binary|user-profile\?)/.test(url),
    )
  // The browser tells of the end of the last files after the page has run them, on a busy machine a second later. What
  // the page before the sign-in left open has no end.
  const open = () => {
    const all = asked()
    const ofPage = all.slice(all.findLastIndex(({ type }) => type === 'Document'))
    return ofPage.filter(({ endMs }) => endMs === Number.POSITIVE_INFINITY).map(({ url }) => url)
  }
  await expect.poll(open).toEqual([])
  // The session is held by the server, so nobody goes to the provider first.
  expect(
    asked()
      .filter(({ type }) => type === 'Document')
      .map(({ url }) => new URL(url).pathname),
  ).toEqual(['/content-items'])
  // Without what the browser had. A page that is left does not tell the end of its files, which the next page then has: as the browser had
  // none at first, a file without any bytes came in the length that it announces.
  const came = [...Map.groupBy(asked(), ({ url }) => url).values()].flatMap((same) => {
    const told = same.filter(({ bytes }) => bytes > 0)
    const announced = Math.max(...same.map(({ announcedBytes }) => announcedBytes))
    return told.length > 0 || announced === 0 ? told : same.slice(0, 1).map((one) => ({ ...one, bytes: announced }))
  })
  await network.stop()
  const scripts = came.filter(({ url }) => /\.js(?:\?|$)/.test(url))
  // A watch that hears nothing would find everything small.
  expect(
    scripts.length,
    network.exchanges.map(({ bytes: size, url }) => `${size} ${url}`).join('\n'),
  ).toBeGreaterThanOrEqual(5)
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  expect(bytes, scripts.map(({ url, bytes: size }) => `${size} ${url}`).join('\n')).toBeLessThanOrEqual(mostScriptBytes)
  const texts = came.filter(({ url }) => url.includes('/api/resources/'))
  expect(texts.map(({ url }) => new URL(url).search)).toEqual(['?languageCode=en-US&screen=content-items'])
  expect(texts[0]?.bytes).toBeLessThanOrEqual(mostTextBytes)
  expect(came.length, came.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests)
})

test('a reload is one document, which keeps the walk through a list and the way back', async ({ page, signIn }) => {
  await signIn('editor', '/content-items')
  await page.locator('tr[data-row] a').first().click()
  const place = page.getByText(/^1 of \d+/)
  await expect(place).toBeVisible()
  await untilHeld(page)
  const address = page.url()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.reload()
  await expect(place).toBeVisible()
  expect(documents).toEqual([address])
  await page.goBack()
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  expect(documents).toEqual([address])
})
