import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { ContentType, ContentVariation, UpdateRequest, Variation } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { english, openMedia, row, uuid, variationOf } from '../../../testing/open-media.tsx'
import { altTextField } from './alt-text.ts'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const german: Variation = {
  ...english,
  variationId: uuid(2),
  friendlyName: 'German',
  languageCode: 'de-DE',
  fallbackVariationId: english.variationId,
  isDefault: false,
}
const text = (technicalName: string): ContentType['fields'][number] => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text',
  required: 'onPublish',
})
const picture: ContentType = {
  technicalName: 'picture',
  friendlyName: { 'en-US': 'Picture' },
  kind: 'media',
  titleField: 'title',
  fields: [
    { technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary' },
    text('title'),
    text('altText'),
  ],
}

/** Files over a server that keeps their alternative texts, by item and variation. */
function open(at = '/media-items?view=texts', overrides: Handlers = {}) {
  const stored = new Map<string, string>()
  const saves: UpdateRequest[] = []
  const idOf = (number: number, variation: Variation) => uuid(number * 10 + (variation === german ? 2 : 1))
  const inVariation = (number: number, variation: Variation): ContentVariation => {
    const own = stored.get(idOf(number, variation))
    const inherited = variation === german ? stored.get(idOf(number, english)) : undefined
    return {
      ...variationOf(row(number)),
      contentVariationId: idOf(number, variation),
      variationId: variation.variationId,
      version: saves.length,
      fields: {
        altText: {
          value: own ?? inherited ?? null,
          isInherited: own === undefined && inherited !== undefined,
          sourceVariationId: null,
        },
      },
    }
  }
  const rows = [row(1), row(2), row(3, { technicalContentTypeName: 'document' })]
  const opened = openMedia({
    at,
    rows,
    overrides: {
      'tenants.getVariations': () => [english, german],
      'contentModel.getAllMediaTypes': () => [picture, { ...picture, technicalName: 'document', fields: [] }],
      'contentItem.getItemVariations': ({ params }) => {
        const number = rows.findIndex(({ contentItemId }) => contentItemId === params.contentItemId) + 1
        return [inVariation(number, english), inVariation(number, german)]
      },
      'contentVariation.updateVariation': ({ body }) => {
        saves.push(body)
        for (const { value } of body.fields) stored.set(body.contentVariationId, String(value ?? ''))
        if (body.resetFields?.length) stored.delete(body.contentVariationId)
        return inVariation(body.contentVariationId === idOf(1, german) ? 1 : 2, german)
      },
      ...overrides,
    },
  })
  return { ...opened, stored, saves, idOf, inVariation }
}

const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

describe('the table of alternative texts', () => {
  it('is written down a column by Enter and arrows, and across by Tab, saving what is left', async () => {
    const { user, saves, idOf } = open()
    await user.click(await cell('Picture 1.png, English'))
    await user.keyboard('A lens{Enter}')
    expect(document.activeElement).toBe(await cell('Picture 2.png, English'))
    await user.keyboard('A bag{ArrowUp}')
    expect(document.activeElement).toBe(await cell('Picture 1.png, English'))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(await cell('Picture 1.png, German'))
    await user.keyboard('Ein Objektiv{ArrowDown}')
    expect(document.activeElement).toBe(await cell('Picture 2.png, German'))
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(await cell('Picture 2.png, English'))
    await waitFor(() => expect(saves).toHaveLength(3))
    const fields = (value: string) => [{ technicalFieldName: 'altText', value }]
    expect(saves.map((save) => [save.contentVariationId, save.fields])).toEqual([
      [idOf(1, english), fields('A lens')],
      [idOf(2, english), fields('A bag')],
      [idOf(1, german), fields('Ein Objektiv')],
    ])
    expect(screen.getByText('Files of this type have no alternative text.')).toBeTruthy()
  })

  it('shows what is inherited in the place of an own text, and an emptied one inherits again', async () => {
    const { user, saves, stored, idOf } = open()
    stored.set(idOf(1, english), 'A lens')
    stored.set(idOf(1, german), 'Ein Objektiv')
    const input = await cell('Picture 1.png, German')
    expect(input.value).toBe('Ein Objektiv')
    await user.clear(input)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saves[0]).toMatchObject({ fields: [], resetFields: ['altText'] }))
    await waitFor(() => expect(input.placeholder).toBe('A lens'))
  })

  it('keeps what was typed where it could not be saved, and replaces that of others only on purpose', async () => {
    let isOvertaken = true
    const opened = open(undefined, {
      'contentVariation.updateVariation': ({ body }) => {
        opened.saves.push(body)
        if (isOvertaken) throw new Refusal('VERSION_CONFLICT')
        opened.stored.set(body.contentVariationId, 'Mine')
        return opened.inVariation(1, english)
      },
      'contentVariation.getVariation': () => {
        opened.stored.set(opened.idOf(1, english), 'Theirs')
        return opened.inVariation(1, english)
      },
    })
    const input = await cell('Picture 1.png, English')
    await opened.user.type(input, 'Mine{Enter}')
    expect((await screen.findByText(/has written “Theirs” meanwhile/)).textContent).toContain('Yours is not saved')
    expect(input.value).toBe('Mine')
    expect(opened.record.drafts.get('media-texts')).toEqual({ [opened.idOf(1, english)]: 'Mine' })
    isOvertaken = false
    await opened.user.type(input, '{Enter}')
    await waitFor(() => expect(opened.record.drafts.size).toBe(0))
    expect(input.value).toBe('Mine')
    expect(screen.queryByText(/has written/)).toBeNull()
    // Each names the version that was seen; by the second, the text of the other was.
    expect(opened.saves.map(({ baseVersion }) => baseVersion)).toEqual([0, 1])
  })

  it('keeps a row in its place when its text takes it out of the files that lack one', async () => {
    const { user, asked, stored, idOf, saves } = open('/media-items?altText=missing&view=texts', {
      'search.searchMediaContent': ({ body = {} }) => {
        asked.push(body)
        const items = [1, 2].filter((number) => !stored.has(idOf(number, english))).map((number) => row(number))
        return { items, paging: { pageNumber: 1, pageSize: 25, totalCount: items.length, totalPages: 1 } }
      },
    })
    await user.type(await cell('Picture 1.png, English'), 'A lens{Enter}')
    await user.keyboard('A bag{Enter}')
    await waitFor(() => expect(saves).toHaveLength(2))
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    expect((await cell('Picture 1.png, English')).value).toBe('A lens')
    expect(asked[0]?.filtering).toMatchObject({
      contentTypeTechnicalNames: ['picture'],
      fields: [{ technicalFieldName: 'altText', operator: 'isEmpty' }],
    })
  })

  it('says so where no file lacks its text', async () => {
    open('/media-items?altText=missing&view=texts', {
      'search.searchMediaContent': () => ({
        items: [],
        paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 },
      }),
    })
    expect(await screen.findByText('Nothing fits these filters')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is reached from the list, and the address remembers what is missing', async () => {
    const { user, record } = open('/media-items')
    await user.click(await screen.findByRole('button', { name: 'Alternative text' }))
    await user.click(await screen.findByRole('option', { name: 'missing' }))
    await user.click(screen.getByRole('button', { name: 'Alternative texts' }))
    await cell('Picture 1.png, English')
    expect(record.address).toBe('/media-items?altText=missing&view=texts')
  })
})

describe('the field of the alternative text', () => {
  it('is called so, or is the first text but the title that a publish asks for', () => {
    expect(altTextField(picture)?.technicalName).toBe('altText')
    expect(altTextField({ ...picture, fields: [text('title'), text('bildbeschreibung')] })?.technicalName).toBe(
      'bildbeschreibung',
    )
    expect(altTextField({ ...picture, fields: [text('title')] })).toBeUndefined()
  })
})
