import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { ContentType, Role, SeedContentTypes } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { british, channel, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const product = (): ContentType => ({
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
    { technicalName: 'care', friendlyName: { 'en-US': 'Care' }, type: 'longText' },
  ],
})
/** Names are asked for in it, though the screen is in the English of the United States. */
const inBritish: Handlers = { 'tenants.getVariations': () => [british] }
const noJobs = { items: [], paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 } }

/** A small server of one type, which has 12 items with something in `care`. */
function open(at: string, overrides: Handlers = {}, role: Role = 'admin') {
  const kept = { type: product() }
  const sent: SeedContentTypes[] = []
  const server: Handlers = {
    'contentModel.getTypeByName': ({ query }) => {
      if (query.technicalName !== 'product') throw new Refusal('NOT_FOUND')
      return kept.type
    },
    'tenants.getVariations': () => [],
    'jobs.getJobs': () => noJobs,
    'contentModel.getAllTypes': () => [kept.type],
    'taxonomies.getTaxonomies': () => [],
    'contentModel.seedContentTypes': ({ body }) => {
      sent.push(body ?? {})
      const [type] = body?.contentTypes ?? []
      if (!type) throw new Refusal('INVALID_REQUEST')
      if (!body?.allowDataLoss && !type.fields.some(({ technicalName }) => technicalName === 'care')) {
        const affected = [{ technicalName: 'product', technicalFieldName: 'care', itemCount: 12 }]
        throw new Refusal('DATA_LOSS', { affected })
      }
      kept.type = { ...type, fields: type.fields.map(({ renamedFrom: _from, ...field }) => field) }
      return { created: [], changed: ['product'], unchanged: [] }
    },
    ...overrides,
  }
  return { ...openSettings(at, server, role, { channels: ['web', 'print'].map(channel) }), sent, kept }
}
/** Chooses on which channels the opened field is required. */
async function require(choice: string, user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Required on publish' }))
  await user.click(await screen.findByRole('option', { name: choice }))
}

const ofCare = '/settings/content-types/product?field=care'

describe('a content type', () => {
  it('shows its fields and what each of them is', async () => {
    open('/settings/content-types/product')
    expect((await rowOf('Title')).textContent).toContain('Required on publish')
    expect(screen.getByRole('heading', { level: 1, name: 'Product' })).toBeTruthy()
  })

  it('that is not there says so', async () => {
    open('/settings/content-types/nothing')
    expect(await screen.findByText('There is no such content type')).toBeTruthy()
  })

  it('takes a new field', async () => {
    const { user, sent } = open('/settings/content-types/product', inBritish)
    await user.click(await screen.findByRole('button', { name: 'Add field' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add field' }))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Wash temperature')
    await user.clear(dialog.getByRole('combobox', { name: 'Kind of field' }))
    await user.type(dialog.getByRole('combobox', { name: 'Kind of field' }), 'Measurement{Enter}')
    await user.click(dialog.getByRole('combobox', { name: 'What is measured' }))
    await user.click(await screen.findByRole('option', { name: 'Temperature' }))
    await user.click(dialog.getByRole('button', { name: 'Add field' }))
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull())
    expect(sent[0]?.contentTypes?.[0]?.fields[2]).toEqual({
      technicalName: 'washTemperature',
      friendlyName: { 'en-GB': 'Wash temperature' },
      type: 'measurement',
      settings: { family: 'Temperature' },
    })
  })

  it('loses values only once it was said how many', async () => {
    const { user, sent } = open(ofCare)
    await user.click(await screen.findByRole('button', { name: 'Remove the field' }))
    await user.click(await screen.findByRole('button', { name: /^Save/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Lose 12 values?' }))
    expect(dialog.getByRole('list').textContent).toContain('Care · Product: 12 items')
    await user.click(dialog.getByRole('button', { name: 'Change it and lose 12 values' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Care/ })).toBeNull())
    expect(sent.map(({ allowDataLoss }) => allowDataLoss)).toEqual([false, true])
  })

  it('is not saved over what somebody else did meanwhile', async () => {
    const { user, sent, kept, record } = open(ofCare)
    await require('On every channel', user)
    expect(record.drafts.has('content-type/product')).toBe(true)
    kept.type = { ...product(), friendlyName: { 'en-US': 'Goods' } }
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText(/Somebody else has changed this type/)).toBeTruthy()
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Keep my changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Goods' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(kept.type.friendlyName).toEqual({ 'en-US': 'Goods' })
    expect(kept.type.fields[1]?.required).toBe('onPublish')
  })

  it('asks on which channels a field is required, and keeps at least one of them', async () => {
    const { user, sent } = open(ofCare)
    await require('On some channels', user)
    await user.click(await screen.findByRole('combobox', { name: 'Channels that require it' }))
    const list = await screen.findByRole('listbox')
    await user.click(within(list).getByRole('option', { name: 'print' }))
    await user.click(within(list).getByRole('option', { name: 'web' }))
    await user.click(within(list).getByRole('option', { name: 'print' }))
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const care = sent[0]?.contentTypes?.[0]?.fields.find(({ technicalName }) => technicalName === 'care')
    expect(care?.required).toEqual(['print'])
    await waitFor(async () => expect((await rowOf('Care')).textContent).toContain('Required for print'))
  })

  it('says at which field the server found a fault, and keeps what was typed', async () => {
    const { user } = open(ofCare, {
      'contentModel.seedContentTypes': () => {
        const place = 'body.contentTypes[0].fields[1].settings'
        throw new Refusal('CONTENT_TYPE_INVALID', {
          fieldErrors: [{ technicalFieldName: place, code: 'WRONG', message: 'does not fit' }],
        })
      },
    })
    await require('On every channel', user)
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Care: does not fit'))
    expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy()
  })

  it('is ordered by keys, and undone', async () => {
    const { user, sent } = open('/settings/content-types/product')
    ;(await rowOf('Title')).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row', { name: /Title/ })))
    expect(screen.getByRole('status').textContent).toBe('Title is now 2 of 2')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
    screen.getByRole('row', { name: /Title/ }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await user.click(await screen.findByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.contentTypes?.[0]?.fields.map(({ technicalName }) => technicalName)).toEqual(['care', 'title'])
  })

  it('finds concepts for its preview on the server, in the variation one works in', async () => {
    const asked: unknown[] = []
    const variationId = '00000000-0000-7000-8000-000000000001'
    const topic = { technicalName: 'topic', friendlyName: { 'en-US': 'Topic' }, type: 'concept' } as const
    const { user } = open('/settings/content-types/product?view=preview', {
      'contentModel.getTypeByName': () => ({ ...product(), fields: [topic] }),
      'tenants.getVariations': () => [
        { variationId, friendlyName: 'English', languageCode: 'en-US', fallbackVariationId: null, isDefault: true },
      ],
      'taxonomies.searchConcepts': ({ body }) => {
        asked.push(body)
        const named = { name: 'Lamps', nameLanguage: 'en-US', path: ['Home'] }
        return [{ conceptId: variationId, taxonomyId: variationId, taxonomyName: 'Goods', ...named }]
      },
    })
    const form = within(await screen.findByRole('region', { name: 'Form preview' }))
    await user.type(await form.findByRole('combobox', { name: 'Find a concept' }), 'lam')
    expect((await screen.findByRole('option', { name: /Lamps/ })).textContent).toContain('Goods › Home')
    await waitFor(() => expect(asked.at(-1)).toEqual({ text: 'lam', variationId, limit: 40 }))
  })

  it('takes settings, a default and a group without a word of JSON, and shows the form that comes of it', async () => {
    const { user, sent } = open('/settings/content-types/product?field=title', inBritish)
    await user.type(await screen.findByRole('textbox', { name: 'Most characters' }), '12')
    await user.type(screen.getByRole('textbox', { name: 'Default value' }), 'New')
    await user.click(screen.getByRole('button', { name: 'Form preview' }))
    const form = within(await screen.findByRole('region', { name: 'Form preview' }))
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /Title/ }).value).toBe('New')
    await user.click(screen.getByRole('button', { name: 'Name and title' }))
    await user.type(await screen.findByRole('textbox', { name: 'New group' }), 'Basics{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Save 2 changes' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const [type] = sent[0]?.contentTypes ?? []
    expect(type?.groups).toEqual([{ technicalName: 'basics', friendlyName: { 'en-GB': 'Basics' } }])
    expect(type?.fields[0]).toEqual({ ...product().fields[0], settings: { maxLength: 12 }, defaultValue: 'New' })
  })

  it('keeps the focus where one works, by keys alone', async () => {
    const { user } = open('/settings/content-types/product')
    const focused = () => document.activeElement
    const row = await rowOf('Title')
    const other = screen.getByRole('row', { name: /Care/ })
    expect([row.tabIndex, other.tabIndex], 'one stop for Tab, however many fields').toEqual([0, -1])

    row.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    const panel = await screen.findByRole('complementary', { name: /Care/ })
    await waitFor(() => expect(panel.contains(focused())).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(screen.getByRole('row', { name: /Care/ })))

    await user.keyboard('{Enter}')
    ;(await screen.findByRole('button', { name: 'Remove the field' })).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe(screen.getByRole('row', { name: /Title/ })))

    screen.getByRole('button', { name: 'Add field' }).focus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add field' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Finish')
    await user.clear(dialog.getByRole('combobox', { name: 'Kind of field' }))
    await user.type(dialog.getByRole('combobox', { name: 'Kind of field' }), 'nothing like it{Enter}')
    expect(screen.getByRole('dialog', { name: 'Add field' }), 'is not taken for a text').toBeTruthy()
    await user.clear(dialog.getByRole('combobox', { name: 'Kind of field' }))
    await user.type(dialog.getByRole('combobox', { name: 'Kind of field' }), 'Choice{Enter}{Enter}')
    const ofFinish = await screen.findByRole('complementary', { name: 'Finish' })
    await waitFor(() => expect(ofFinish.contains(focused())).toBe(true))
    expect(within(ofFinish).getByRole('textbox', { name: 'New option' })).toBeTruthy()

    // With another field open, whose panel goes.
    screen.getByRole('button', { name: 'Add field' }).focus()
    await user.keyboard('{Enter}')
    const again = within(await screen.findByRole('dialog', { name: 'Add field' }))
    await user.type(again.getByRole('textbox', { name: /Name/ }), 'Colour{Enter}')
    const ofColour = await screen.findByRole('complementary', { name: 'Colour' })
    await waitFor(() => expect(ofColour.contains(focused())).toBe(true))
  })

  it('keeps it in the groups that are moved and removed, and after a save', async () => {
    const { user } = open('/settings/content-types/product')
    ;(await screen.findByRole('button', { name: 'Name and title' })).focus()
    await user.keyboard('{Enter}')
    await user.type(await screen.findByRole('textbox', { name: 'New group' }), 'Basics{Enter}More{Enter}')
    screen.getByRole('button', { name: 'Move More up' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move More down'))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move More up'))
    screen.getByRole('button', { name: 'Remove More' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Basics'))
    ;(await screen.findByRole('button', { name: /^Save/ })).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull())
    await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true))
    expect(document.activeElement).not.toBe(document.body)
  })
})
