import type { ItemGiven, ItemPanelGiven, ItemsBulkActionGiven, ItemsColumnGiven } from '@pim/shell/slots'
import { fillsOf } from '@pim/shell/testing'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, swedish, uuid } from '../testing/open-content.tsx'
import { add, contentItemId, openItem } from '../testing/open-item.tsx'
import { openList, row } from '../testing/open-list.tsx'

afterEach(cleanup)

const titled = (titleKey: string) => ({ orders: { titleKey } })

describe('the slots of the list', () => {
  const Cell = ({ contentItemId: id, contentItemIds, variationId }: ItemsColumnGiven) => (
    <>{`${contentItemIds.indexOf(id) + 1} of ${contentItemIds.length} in ${variationId}`}</>
  )
  const Order = ({ contentItemIds, clear }: ItemsBulkActionGiven) => (
    <button type="button" onClick={clear}>{`Order ${contentItemIds.join()}`}</button>
  )
  const fills = fillsOf(
    { fills: { 'items.column': { orders: async () => Cell }, 'items.bulkAction': { orders: async () => Order } } },
    { fills: { 'items.column': titled('Orders'), 'items.bulkAction': titled('Order') } },
  )

  it('give a column each item with all that are in sight', async () => {
    openList({ fills, rows: [row(1), row(2), row(3)] })
    expect(await screen.findByRole('columnheader', { name: 'Orders' })).toBeTruthy()
    expect(await screen.findByText(`2 of 3 in ${english.variationId}`)).toBeTruthy()
  })

  it('give a button the items that are selected, and let it end that', async () => {
    const { user } = openList({ fills })
    await user.click(await screen.findByRole('checkbox', { name: /Camera 2/ }))
    await user.click(await screen.findByRole('button', { name: `Order ${uuid(102)}` }))
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '1 item selected' })).toBeNull())
  })
})

describe('the slots of an item', () => {
  it('give what is open, and whether it is saved', async () => {
    const Action = ({ contentItemId: id, languageCode }: ItemGiven) => <p>{`action ${id} ${languageCode}`}</p>
    const Panel = ({ isSaved, isReadOnly, contentTypeName, channels, save }: ItemPanelGiven) => (
      <>
        <p>{`${contentTypeName} ${isSaved ? 'saved' : 'unsaved'} ${isReadOnly ? 'fixed' : 'open'} ${channels.chosen}`}</p>
        <button type="button" onClick={() => void save()}>
          Order now
        </button>
      </>
    )
    const fills = fillsOf(
      { fills: { 'item.actions': { orders: async () => Action }, 'item.panel': { orders: async () => Panel } } },
      { fills: { 'item.actions': titled('Order'), 'item.panel': titled('Orders') } },
    )
    const { user, saves } = openItem({ at: swedish, fills, inSwedish: { deliveryTargets: ['web'] } })
    expect(await screen.findByText(`action ${contentItemId} sv-SE`)).toBeTruthy()
    const panel = within(screen.getByRole('complementary', { name: 'Details' }))
    expect(await panel.findByText('camera saved open web')).toBeTruthy()
    await add(user, 'Title', ' 70')
    expect(await panel.findByText('camera unsaved open web')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Order now' }))
    expect(await panel.findByText('camera saved open web')).toBeTruthy()
    expect(saves).toHaveLength(1)
    cleanup()
    openItem({ at: swedish, fills, role: 'viewer' })
    expect(await screen.findByText(/camera saved fixed/)).toBeTruthy()
  })
})
