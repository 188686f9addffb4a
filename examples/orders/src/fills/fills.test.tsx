import type { Handlers } from '@pim/api-client/testing'
import type { ItemPanelGiven } from '@pim/shell/slots'
import { TestShell } from '@pim/shell/testing'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import strings from '../../locales/en-US.json'
import { listOf, order } from '../orders.fixture.ts'
import { OpenOrdersCell } from './open-orders.tsx'
import { ProductOrders } from './product-orders.tsx'

afterEach(cleanup)

/** Draws a fill as it is, with what its slot gives. */
const draw = (fill: ReactNode, backEnd: NonNullable<Handlers['backEnd']>) =>
  render(<TestShell remote={{ screens: { '/': fill } }} at="/" strings={strings} server={{ backEnd }} />)

const tent: ItemPanelGiven = {
  contentItemId: 'tent',
  contentVariationId: 'tent-en',
  variationId: 'en',
  languageCode: 'en-US',
  contentTypeName: 'product',
  version: 1,
  isDeleted: false,
  isReadOnly: false,
  isSaved: true,
  save: async () => true,
  channels: { chosen: [], choose: () => undefined, isRefused: false, conflict: undefined, settle: () => undefined },
}

describe('the part of the panel beside an item', () => {
  it('shows the last orders of the product, and what all of them come to', async () => {
    const asked: unknown[] = []
    draw(<ProductOrders {...tent} />, ({ path, query }) => {
      asked.push([path, query])
      return { ...listOf(order('1'), order('2', { customer: 'Nordby AS' })), count: 12, cents: 250_000 }
    })
    expect(await screen.findByText('Nordby AS')).toBeDefined()
    expect(screen.getByText('12 orders · €2,500.00 in 30 days')).toBeDefined()
    expect(asked).toEqual([['/orders', { contentItemId: 'tent', limit: '5' }]])
  })

  it('says that there are none, and draws nothing beside what is no product', async () => {
    draw(<ProductOrders {...tent} />, () => listOf())
    expect(await screen.findByText('None in the last 30 days')).toBeDefined()
    cleanup()
    draw(<ProductOrders {...tent} contentTypeName="article" />, () => {
      throw new Error('nobody asks for the orders of an article')
    })
    expect(document.body.textContent).toBe('')
  })

  it('says that they did not come, and asks again', async () => {
    const answers = [Response.json({}, { status: 404 }), listOf(order('1'))]
    draw(<ProductOrders {...tent} />, () => answers.shift())
    expect(await screen.findByText(strings['orders.failed'])).toBeDefined()
    fireEvent.click(screen.getByRole('button'))
    expect(await screen.findByText('Harbour Supply')).toBeDefined()
  })
})

describe('the column of the list of items', () => {
  it('asks once for all rows in sight', async () => {
    const asked: unknown[] = []
    const ids = ['tent', 'rope']
    const cells = ids.map((id) => <OpenOrdersCell key={id} contentItemId={id} variationId="en" contentItemIds={ids} />)
    draw(cells, ({ path, query }) => {
      asked.push([path, query])
      return { rope: 3 }
    })
    expect(await screen.findByText('3')).toBeDefined()
    expect(document.body.textContent).toBe('3')
    expect(asked).toEqual([['/orders/open', { contentItemIds: 'tent,rope' }]])
  })

  it('says that they did not come', async () => {
    draw(<OpenOrdersCell contentItemId="tent" variationId="en" contentItemIds={['tent']} />, () =>
      Response.json({}, { status: 404 }),
    )
    expect(await screen.findByTitle(strings['orders.open.failed'])).toBeDefined()
  })
})
