import { Refusal } from '@pim/api-client/testing'
import type { SearchContentDocument, SearchInput } from '@pim/contract'
import { fillsOf } from '@pim/shell/testing'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, openContent } from '../../testing/open-content.tsx'
import { row } from '../../testing/open-list.tsx'

afterEach(cleanup)

interface Asked {
  /** The rows of the answer to a search with these filters. */
  readonly rows: (filtering: NonNullable<SearchInput['filtering']>) => readonly SearchContentDocument[]
  readonly at?: string
  readonly fills?: ReturnType<typeof fillsOf>
}

const openWork = ({ rows, at = '/my-work', fills }: Asked) =>
  openContent({
    at,
    role: 'editor',
    fills,
    server: {
      'search.searchUserContent': ({ body }) => {
        const items = rows(body.filtering ?? {})
        return {
          items: items.slice(0, body.paging?.pageSize),
          paging: { pageNumber: 1, pageSize: 5, totalCount: items.length, totalPages: 1 },
        }
      },
    },
  })

const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('my work', () => {
  it('has the rows of each kind, and leads to all of them in the list', async () => {
    const drafts = [1, 2, 3, 4, 5, 6].map((number) => row(number))
    const { user, record } = openWork({ rows: ({ statuses }) => (statuses ? drafts : []) })
    const open = await card('My changes that are not published')
    expect((await open.findAllByRole('listitem')).length).toBe(5)
    expect(await (await card('Changed by me')).findByText(/^You have not changed an item yet/)).toBeTruthy()
    // Nothing is translated in the variation that others are translated from.
    expect(screen.queryByRole('region', { name: /Translations/ })).toBeNull()
    await user.click(open.getByRole('link', { name: 'Show all 6' }))
    await waitFor(() =>
      expect(record.address).toBe(`/content-items?status=draft&by=u1&variation=${english.variationId}`),
    )
  })

  it('says what failed and tries again, while the other parts stand', async () => {
    let fails = true
    const { user } = openWork({
      rows: ({ statuses }) => {
        if (statuses && fails) throw new Refusal('VALIDATION_FAILED')
        return [row(1)]
      },
    })
    expect((await (await card('Changed by me')).findAllByRole('listitem')).length).toBe(1)
    const open = await card('My changes that are not published')
    const again = await open.findByRole('button', { name: 'Try again' })
    fails = false
    await user.click(again)
    expect((await open.findAllByRole('listitem')).length).toBe(1)
  })

  it('has cards of other sections', async () => {
    const fills = fillsOf(
      { fills: { 'work.panel': { orders: async () => () => <p>Three orders wait</p> } } },
      { fills: { 'work.panel': { orders: { titleKey: 'Orders' } } } },
    )
    openWork({ rows: () => [], fills })
    expect(await (await card('Orders')).findByText('Three orders wait')).toBeTruthy()
  })
})
