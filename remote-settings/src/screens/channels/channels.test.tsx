import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { ChannelUse, Role } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { channel, choose, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const [english, swedish] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const variation = (variationId: string, languageCode: string, friendlyName: string) => ({
  variationId,
  languageCode,
  friendlyName,
  fallbackVariationId: null,
  isDefault: variationId === english,
})
const web = { ...channel('web'), friendlyName: { 'en-US': 'Web shop' } }
const print = { ...channel('print'), variationIds: [swedish] }
const use = (technicalName: string, itemCount: number, keyCount: number): ChannelUse => ({
  technicalName,
  itemCount,
  keyCount,
  fields: [],
})

function open(overrides: Handlers = {}, role: Role = 'admin') {
  const sent: unknown[] = []
  const server: Handlers = {
    'tenants.getVariations': () => [variation(english, 'en-US', 'English'), variation(swedish, 'sv-SE', 'Swedish')],
    'tenants.getChannelUses': () => [use('web', 1_200, 1), use('print', 0, 0)],
    'tenants.changeTenant': ({ body }) => {
      sent.push(body)
      return { externalId: 'acme', friendlyName: 'Acme', featureToggles: { taxonomyEnabled: true } }
    },
    ...overrides,
  }
  return { ...openSettings('/settings/channels', server, role, { channels: [web, print] }), sent }
}

describe('the channels', () => {
  it('say what they are called, which variations they have and what names them', async () => {
    open()
    const row = await rowOf('Web shop')
    await waitFor(() => expect(row.textContent).toContain('Web shopwebEvery variation1,200 items and 1 API key'))
    expect((await rowOf('print')).textContent).toContain('printsv-SENothing')
  })

  it('are shown to others, who are told why they change none', async () => {
    const { user } = open({}, 'editor')
    await user.click(await screen.findByRole('button', { name: 'What to do with Web shop' }))
    expect(await screen.findByRole('menuitem', { name: /Change.*Takes the role of administrator/ })).toBeTruthy()
    expect(screen.queryByText('Named by')).toBeNull()
  })
})

describe('a channel', () => {
  it('is added with its variations; what was typed is there again until it is saved', async () => {
    const { user, sent, record } = open()
    await user.click(await screen.findByRole('button', { name: 'New channel' }))
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await waitFor(() => expect(document.activeElement).toBe(name))
    await user.keyboard('Spring leaflet')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Technical name/ }).value).toBe('spring-leaflet')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'New channel' }))
    await user.click(await screen.findByRole('combobox', { name: 'Variations' }))
    await user.click(await screen.findByRole('option', { name: /English/ }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Add channel' }))
    const added = {
      technicalName: 'spring-leaflet',
      friendlyName: { 'en-US': 'Spring leaflet' },
      variationIds: [english],
    }
    await waitFor(() => expect(sent).toEqual([{ channels: [web, print, added] }]))
    await waitFor(() => expect(record.drafts.size).toBe(0))
  })

  it('is removed once nothing names it', async () => {
    const channelUses = [use('print', 3, 0)]
    const { user, sent } = open({
      'tenants.changeTenant': ({ body }) => {
        sent.push(body)
        throw new Refusal('IN_USE', { channelUses })
      },
    })
    await choose(user, 'print', 'Remove')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove the channel' }))
    expect(await dialog.findByText(/“print” is still named by 3 items/)).toBeTruthy()
    expect(sent).toEqual([{ channels: [web] }])
  })
})
