import type { Handlers } from '@pim/api-client/testing'
import type { ContentType, ContentTypeInput } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { british, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const typeOf = (technicalName: string, kind: ContentType['kind'] = 'user'): ContentType => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind,
  fields: [{ technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' }],
})

/** A small server with one type of the tenant's own, which writes in British English. */
function open() {
  let types = [typeOf('Lamp')]
  const sent: ContentTypeInput[] = []
  const server: Handlers = {
    'contentModel.getAllTypes': () => types,
    'contentModel.getTypeByName': ({ query }) =>
      types.find(({ technicalName }) => technicalName === query.technicalName) ?? typeOf(query.technicalName),
    'contentModel.getStarterTypes': () =>
      [typeOf('Product'), typeOf('Image', 'media')].filter(
        (each) => !types.some(({ technicalName }) => technicalName === each.technicalName),
      ),
    'contentModel.seedContentTypes': ({ body }) => {
      const created = body?.contentTypes ?? []
      sent.push(...created)
      types = [...types, ...created.map((type) => ({ ...typeOf(type.technicalName, type.kind) }))]
      return { created: created.map(({ technicalName }) => technicalName), changed: [], unchanged: [] }
    },
    'taxonomies.getTaxonomies': () => [],
    'jobs.getJobs': () => ({ items: [], paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 } }),
    'tenants.getVariations': () => [british],
  }
  return { ...openSettings('/settings/content-types', server), sent }
}

describe('content types', () => {
  it('offer the starter types, each alone, beside an own type and as long as one is not there', async () => {
    const { user, sent } = open()
    await rowOf('Lamp')
    const offer = () => screen.queryByRole('button', { name: 'Add starter types' })
    await waitFor(() => expect(offer()).not.toBeNull())
    for (const name of ['Image', 'Product']) {
      const button = offer()
      if (button) await user.click(button)
      const dialog = within(await screen.findByRole('dialog', { name: 'Add starter types' }))
      await user.click(await dialog.findByRole('checkbox', { name }))
      await user.click(dialog.getByRole('button', { name: 'Add 1 type' }))
      await rowOf(name)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await waitFor(() => expect(offer()).toBeNull())
    expect(sent.map(({ technicalName }) => technicalName)).toEqual(['Image', 'Product'])
  })

  it('get their names in the language that the tenant writes in', async () => {
    const { user, sent } = open()
    await rowOf('Lamp')
    await user.click(screen.getByRole('button', { name: 'New type' }))
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.hover(screen.getByRole('button', { name: 'Create type' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Give it a name first')
    await user.type(name, 'Shade')
    await user.click(screen.getByRole('button', { name: 'Create type' }))
    await waitFor(() => expect(sent.map(({ friendlyName }) => friendlyName)).toEqual([{ 'en-GB': 'Shade' }]))
  })
})
