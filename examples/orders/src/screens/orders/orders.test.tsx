import { createShellRecord, TestShell, type TestShellProps, testTenant } from '@pim/shell/testing'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { listOf, order } from '../../orders.fixture.ts'
import { remote } from '../../remote.tsx'

afterEach(cleanup)

/** An editor, in a tenant that has given the right to editors. */
const mayCancel: Partial<TestShellProps> = {
  role: 'editor',
  tenant: { ...testTenant, permissionRoles: { 'orders:cancel': 'editor' } },
}

function open(answer: NonNullable<TestShellProps['server']['backEnd']>, more: Partial<TestShellProps> = {}) {
  const record = createShellRecord()
  render(
    <TestShell remote={remote} at="/orders" strings={strings} server={{ backEnd: answer }} record={record} {...more} />,
  )
  return record
}

describe('the orders screen', () => {
  it('lists the orders, with a button on those that are open', async () => {
    open(() => listOf(order('1'), order('2', { status: 'shipped' })), mayCancel)
    const rows = await screen.findAllByRole('row', { name: /Tent/ })
    expect(rows.map((row) => within(row).queryByRole('button', { name: 'Cancel' }) !== null)).toEqual([true, false])
    expect(within(rows[0] as HTMLElement).getByText('€199.00')).toBeDefined()
  })

  it('cancels an order once that is confirmed, and reads the list again', async () => {
    const orders = { now: listOf(order('1')) }
    const asked: string[] = []
    const record = open(({ method, path }) => {
      if (method === 'GET') return orders.now
      asked.push(`${method} ${path}`)
      orders.now = listOf(order('1', { status: 'cancelled' }))
      return undefined
    }, mayCancel)
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order 1' }))
    expect(await screen.findByText('Cancelled')).toBeDefined()
    expect(asked).toEqual(['POST /orders/1/cancel'])
    expect(record.feedback).toEqual([{ type: 'success', message: 'Order 1 is cancelled' }])
  })

  it('says that an order could not be cancelled', async () => {
    const record = open(
      ({ method }) => (method === 'GET' ? listOf(order('1')) : Response.json({}, { status: 409 })),
      mayCancel,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order 1' }))
    await waitFor(() => expect(record.feedback).toEqual([{ type: 'error', message: 'Order 1 could not be cancelled' }]))
  })

  it('lets nobody cancel without the right', async () => {
    open(() => listOf(order('1')), { ...mayCancel, role: 'viewer' })
    expect((await screen.findByRole('button', { name: 'Cancel' })).getAttribute('aria-disabled')).toBe('true')
  })

  it('says that there are none, and that they did not come', async () => {
    open(() => listOf())
    expect(await screen.findByText(strings['orders.list.empty'])).toBeDefined()
    cleanup()
    open(() => Response.json({}, { status: 404 }))
    expect(await screen.findByText(strings['orders.failed'])).toBeDefined()
  })
})
