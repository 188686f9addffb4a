import { expect, expectToast, test } from '../../fixtures/pim.ts'

/** A picture of four pixels, written by hand. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=',
  'base64',
)

test('a file is uploaded, shown, renamed and deleted', async ({ page, signIn, checkAccessibility }) => {
  const name = `Ärmelkanal ${Date.now()}.png`
  await signIn('admin', '/media-items')
  await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer: png })
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible()

  const tile = page.getByRole('list', { name: 'Media items' }).getByRole('button', { name })
  await tile.click()
  await expect(page).toHaveURL(/item=/)
  await expect(page.getByText('2 × 2')).toBeVisible()
  await checkAccessibility()

  await page.getByRole('textbox', { name: 'Name' }).fill(`Neu ${name}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(
    page.getByRole('list', { name: 'Media items' }).getByRole('button', { name: `Neu ${name}` }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete file' }).click()
  await expectToast(page, `Neu ${name} is deleted`)
})

test.describe('what is not taken', () => {
  test.use({ expectedComplaints: /415/ })

  test('what is no picture is refused in words, and nothing is left behind', { tag: '@whole' }, async ({
    page,
    signIn,
  }) => {
    await signIn('admin', '/media-items')
    await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
    await page.locator('input[type="file"]').setInputFiles({
      name: 'page.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html><script>alert(1)</script>'),
    })
    await expect(page.getByText('Files of this kind are not taken.')).toBeVisible()
  })
})

test('tiles are walked with the arrows and looked at with Space', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('editor', '/media-items')
  const tiles = page.getByRole('list', { name: 'Media items' }).getByRole('button')
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(tiles.nth(1)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('ticked files take a step together: what blocks it is said, and a deletion is taken back', {
  tag: '@whole',
}, async ({ page, signIn, checkAccessibility }) => {
  const names = [1, 2].map((number) => `Kaimauer ${Date.now()} ${number}.png`)
  await signIn('publisher', '/media-items')
  await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
  const files = names.map((name) => ({ name, mimeType: 'image/png', buffer: png }))
  await page.locator('input[type="file"]').setInputFiles(files)
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible()

  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const toolbar = page.getByRole('toolbar')
  await toolbar.getByRole('button', { name: 'Publish' }).click()
  const publishing = page.getByRole('alertdialog', { name: /^Publish 2 items/ })
  await expect(publishing.getByText('2 blocked')).toBeVisible()
  await expect(publishing.getByText(/Alternative text is needed/).first()).toBeVisible()
  await checkAccessibility()
  await publishing.getByRole('button', { name: 'Cancel' }).click()

  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete 2 items' }).click()
  await expectToast(page, '2 items deleted')
  await expect(page.getByRole('checkbox', { name: `Select ${names[0]}` })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const name of names) await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeVisible()
})
