import { expect, test } from '../../fixtures/pim.ts'

test('for people who ask for less motion no transition runs, not even a short one', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const before = await background()
  // A duration of 0.01 ms is a transition as well: each element of the page then has its styles worked out two times more.
  const counted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0
        addEventListener('transitionrun', () => count++, true)
        const { backgroundColor: before } = getComputedStyle(document.body)
        const frame = (then: () => void) => requestAnimationFrame(then)
        // A transition is told of at the start of the frame after the one in which its styles are others.
        const look = () =>
          getComputedStyle(document.body).backgroundColor === before
            ? frame(look)
            : frame(() => frame(() => frame(() => resolve(count))))
        look()
      }),
  )
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  expect(await counted).toBe(0)
  expect(await background()).not.toBe(before)
})
