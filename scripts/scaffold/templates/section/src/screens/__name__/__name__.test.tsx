import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { ContentType } from '@pim/contract'
import { createShellRecord, TestShell, type TestShellProps, testTenant } from '@pim/shell/testing'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

afterEach(cleanup)

const product: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  fields: [],
}

function open(server: Handlers = {}, more: Partial<TestShellProps> = {}) {
  const record = createShellRecord()
  const answers: Handlers = { 'contentModel.getAllUserTypes': () => [product], ...server }
  render(<TestShell remote={remote} at="/__name__" strings={strings} server={answers} record={record} {...more} />)
  return record
}

const add = () => screen.findByRole('button', { name: strings['__name__.item.add'] })

describe('the __name__ screen', () => {
  it('lists the content types of the tenant', async () => {
    open()
    expect(await screen.findByText('Product')).toBeDefined()
    expect(screen.queryByText('product')).toBeNull()
  })

  it('shows technical names to a tenant with the toggle', async () => {
    open({}, { tenant: { ...testTenant, featureToggles: { ...testTenant.featureToggles, __name__Details: true } } })
    expect(await screen.findByText('product')).toBeDefined()
  })

  it('adds a draft and says so', async () => {
    const asked: unknown[] = []
    const record = open({
      'contentItem.createItem': ({ query }) => {
        asked.push(query)
        return { contentItemId: '0199b2a0-0000-7000-8000-000000000001', contentVariationIds: [] }
      },
    })
    fireEvent.click(await add())
    await waitFor(() => expect(record.feedback).toEqual([{ type: 'success', message: 'Draft of Product was added' }]))
    expect(asked).toEqual([{ name: 'Draft of Product', technicalContentTypeName: 'product' }])
  })

  it('lets nobody add a draft who may only read', async () => {
    open({}, { role: 'viewer' })
    expect((await add()).getAttribute('aria-disabled')).toBe('true')
  })

  it('says that the types did not come', async () => {
    open({
      'contentModel.getAllUserTypes': () => {
        throw new Refusal('NOT_FOUND')
      },
    })
    expect(await screen.findByText(strings['__name__.types.failed'])).toBeDefined()
  })

  it('says what to do while there are none', async () => {
    open({ 'contentModel.getAllUserTypes': () => [] })
    expect(await screen.findByText(strings['__name__.empty.title'])).toBeDefined()
  })
})
