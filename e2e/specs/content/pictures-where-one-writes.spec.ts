import type { ContentTypeInput } from '@pim/contract'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

/** Pictures that differ in their bytes: what stands behind the end of a PNG is not read. */
const pictureOf = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=',
      'base64',
    ),
    Buffer.from(name),
  ]),
})

const album: ContentTypeInput = {
  technicalName: 'album',
  friendlyName: { 'en-US': 'Album' },
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
    { technicalName: 'cover', friendlyName: { 'en-US': 'Cover' }, type: 'media', required: 'onPublish' },
    { technicalName: 'pictures', friendlyName: { 'en-US': 'Pictures' }, type: 'medias' },
  ],
}

/** A tenant without content, with the starter types and one of its own. */
async function emptyTenant(origin: string): Promise<string> {
  const externalId = `album-${Date.now()}`
  await (await apiAs(origin, 'admin')).tenants.createTenant({
    body: {
      externalId,
      friendlyName: externalId,
      defaultVariation: { languageCode: 'en-US', friendlyName: 'English' },
    },
  })
  const { contentModel } = await apiAs(origin, 'admin', externalId)
  await contentModel.seedContentTypes({})
  await contentModel.seedContentTypes({ body: { contentTypes: [album] } })
  return externalId
}

const fieldNamed = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

/** Chooses files by the button of the field, which keeps the focus there as for a person. */
async function choose(page: Page, field: string, files: ReturnType<typeof pictureOf>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await fieldNamed(page, field).getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles(files)
}

/** Says in words what each picture shows that is asked about in the field, with the keyboard alone. */
async function describeEach(page: Page, field: string, words: readonly string[]): Promise<void> {
  const asked = fieldNamed(page, field).getByRole('textbox', { name: /Alternative text/ })
  await expect(asked).toHaveCount(words.length)
  // Files are sent beside each other: the one that asks first has the focus, and after the last comes the first.
  await expect(asked.and(page.locator(':focus'))).toBeVisible()
  for (const text of words) await page.keyboard.type(`${text}\n`)
}

test('an item gets five pictures in its fields, in a tenant without content, and is published', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const tenant = await emptyTenant(origin)
  await signIn('admin', '/prototype')
  await page.evaluate((id) => {
    sessionStorage.clear()
    localStorage.setItem('tenantId', id)
  }, tenant)
  const api = await apiAs(origin, 'admin', tenant)
  const { contentItemId } = await api.contentItem.createItem({
    query: { name: 'Five pictures', technicalContentTypeName: 'album' },
  })
  await page.goto(`/content-item/${contentItemId}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Five pictures')

  const [cover, ...others] = [1, 2, 3, 4, 5].map((number) => pictureOf(`picture ${number}.png`))
  if (!cover) throw new Error('There is no cover.')
  await choose(page, 'cover', [cover])
  await describeEach(page, 'cover', ['What it is about'])
  await expect(fieldNamed(page, 'cover').getByRole('link', { name: 'picture 1.png' })).toBeVisible()

  await choose(page, 'pictures', others)
  await expect(fieldNamed(page, 'pictures').getByRole('textbox', { name: /Alternative text/ })).toHaveCount(4)
  await describeEach(page, 'pictures', ['The first', 'The second', 'The third', 'The fourth'])
  await expect(fieldNamed(page, 'pictures').getByRole('link')).toHaveText([2, 3, 4, 5].map((n) => `picture ${n}.png`))
  await saved(page)
  await checkAccessibility()

  // The bytes are there already: nothing is sent, and the media item that has them is taken.
  await fieldNamed(page, 'pictures').getByRole('button', { name: 'Remove picture 5.png' }).click()
  await choose(page, 'pictures', [pictureOf('picture 5.png')])
  await fieldNamed(page, 'pictures').getByRole('button', { name: 'Use this one: picture 5.png' }).click()
  await expect(fieldNamed(page, 'pictures').getByRole('link')).toHaveCount(4)
  await saved(page)

  const { items } = await api.search.searchMediaContent({ body: { fields: ['altText'] } })
  expect(items.map(({ fields }) => fields?.altText?.value).toSorted()).toEqual([
    'The first',
    'The fourth',
    'The second',
    'The third',
    'What it is about',
  ])

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('checkbox', { name: /is not live, too: 5 media items/ }).check()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  const contentItemIds = [contentItemId, ...items.map((item) => item.contentItemId)]
  const statuses = async () => {
    const read = contentItemIds.map((id) => api.contentItem.getItemVariations({ params: { contentItemId: id } }))
    return (await Promise.all(read)).flat().map(({ status }) => status)
  }
  await expect.poll(statuses).toEqual(contentItemIds.map(() => 'published'))
})
