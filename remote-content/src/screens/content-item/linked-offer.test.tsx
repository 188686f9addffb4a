import { plannedRow } from '@pim/content-kit/testing'
import type { PlanRequest } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { uuid } from '../../testing/open-content.tsx'
import { fieldOf, input, inSwedish, openItem, variation } from '../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const picture = (at: number, blocked: boolean) =>
  plannedRow({
    contentItemId: uuid(400 + at),
    contentVariationId: uuid(500 + at),
    name: `Picture ${at}`,
    technicalContentTypeName: 'image',
    isAdded: true,
    ...(blocked && {
      blocking: [{ code: 'REQUIRED' as const, message: 'is required', technicalFieldName: 'alt' }],
    }),
  })

/** A server of an item with two pictures that are not live, of which the second lacks its alternative text. */
function openWithPictures() {
  const executed: PlanRequest[] = []
  const withLinkedOf = (asked: PlanRequest) => ('steps' in asked ? asked.withLinked : undefined)
  const opened = openItem({
    alongPlanned: (asked) => {
      const withLinked = withLinkedOf(asked)
      const rows = withLinked
        ? [picture(1, false), picture(2, true)].filter((row) => !withLinked.except?.includes(row.contentItemId))
        : []
      return {
        linked: { mediaCount: withLinked ? rows.length : 2, otherCount: 0, leftOutCount: withLinked ? 3 : 0 },
        rows,
      }
    },
    overrides: {
      'publishPlan.executePlan': ({ body }) => {
        executed.push(body as PlanRequest)
        const done = { variationId: uuid(2), status: 'published', version: 4, publishedVersion: 4 } as const
        return {
          jobId: null,
          variations: [{ contentItemId: uuid(401), contentVariationId: uuid(501), ...done }],
        }
      },
    },
  })
  return { ...opened, executed }
}

describe('publishing what links to what is not live', () => {
  it('asks first, offers to take it along, says how far that goes, and leaves out what cannot', async () => {
    const { user, executed, record } = openWithPictures()
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const offer = await dialog.findByRole('checkbox', {
      name: 'Publish what it links to and is not live, too: 2 media items',
    })
    await user.click(offer)
    expect(await dialog.findByText(/up to 5 links away and 200 items at most/)).toBeTruthy()
    expect(dialog.getByText(/3 more items are too many or too far away/)).toBeTruthy()
    expect(await dialog.findByText('Picture 1')).toBeTruthy()
    expect(dialog.getByText('alt is needed before sv-SE can go live.', { exact: false })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Leave it out and go on with the others' }))
    const confirm = dialog.getByRole('button', { name: 'Publish' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    expect(dialog.queryByText('Picture 2')).toBeNull()
    await user.click(confirm)
    await waitFor(() =>
      expect(record.feedback).toEqual([{ type: 'success', message: 'Published, with 1 linked item' }]),
    )
    expect(executed).toMatchObject([{ withLinked: { except: [uuid(402)] } }])
  })
})

it('publishing every variation where none is left to publish says so, and counts no zero', async () => {
  const published = { status: 'published', publishedVersion: 3, hasUnpublishedChanges: false } as const
  const { user } = openItem({ inSwedish: published, inDefault: published })
  await user.click(await screen.findByRole('button', { name: 'More steps' }))
  const line = await screen.findByRole('menuitem', { name: /^Publish all variations/ })
  expect(line.getAttribute('aria-disabled')).toBe('true')
  expect(line.textContent).toContain('Every variation that can be published is live as it stands')
  expect(screen.queryByRole('menuitem', { name: /Publish 0/ })).toBeNull()
})

it('a link to a draft over what is live says that it is live', async () => {
  const link = {
    name: 'Bag',
    technicalContentTypeName: 'camera',
    technicalFieldName: 'related',
    status: 'draft',
    isBroken: false,
  } as const
  openItem({
    overrides: {
      'contentItem.getLinkedContent': () => ({
        outgoing: [
          { ...link, contentItemId: uuid(300), isPublished: true },
          { ...link, contentItemId: uuid(301), name: 'Strap', isPublished: false },
        ],
        incoming: [],
      }),
    },
  })
  const lineOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent
  expect(await lineOf('Bag')).toContain('Draft over live')
  expect(await lineOf('Strap')).toMatch(/Draft$/)
})

it('a value that another item inherits may be saved, and the field says what that means', async () => {
  const { user } = openItem({
    overrides: {
      'contentVariation.checkUniqueness': () => ({
        isUnique: false,
        scope: 'variation',
        conflicts: [{ contentItemId: uuid(300), contentVariationId: uuid(301), name: 'Camera 9', isInherited: true }],
      }),
    },
  })
  await user.type(await input('SKU'), '9')
  expect(await within(await fieldOf('SKU')).findByText(/only one of the two can be live here/)).toBeTruthy()
})

it('a version that is restored names what is gone since', async () => {
  const { user, record } = openItem({
    overrides: {
      'contentVariation.getVersions': () => ({
        items: [
          {
            version: 2,
            action: 'edit',
            at: '2026-01-02T00:00:00Z',
            by: 'somebody',
            status: 'draft',
            isPublished: false,
            changedFields: ['slogan'],
          },
        ],
        paging: { pageNumber: 1, pageSize: 10, totalCount: 1, totalPages: 1 },
      }),
      'contentVariation.compareVersions': ({ query }) => ({
        ...query,
        changes: [{ technicalFieldName: 'slogan', before: 'See it all', after: 'See it now' }],
      }),
      'contentVariation.restoreVersion': () => ({
        ...variation(inSwedish, {}),
        leftOut: [
          { technicalFieldName: 'related', kind: 'item', id: uuid(300), name: 'Old bag' },
          { technicalFieldName: 'topics', kind: 'concept', id: uuid(301) },
        ],
      }),
    },
  })
  await user.click(await screen.findByRole('button', { name: "Compare version 2 with today's" }))
  await user.click(await screen.findByRole('button', { name: 'Restore this version' }))
  await waitFor(() =>
    expect(record.feedback.at(-1)?.message).toBe(
      'The earlier version is the working copy again, without what is gone since: related (Old bag) and topics (a concept)',
    ),
  )
})
