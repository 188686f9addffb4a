import { Refusal } from '@pim/api-client/testing'
import { plannedRow } from '@pim/content-kit/testing'
import type { PlanIssue, PlanRequest } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, uuid } from '../../testing/open-content.tsx'
import { add, fieldOf, input, inSwedish, openItem, saveState } from '../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const saveNow = '{Control>}s{/Control}'
const publishButton = () => screen.findByRole('button', { name: 'Publish' })

const missing = (technicalFieldName: string): PlanIssue => ({
  technicalFieldName,
  code: 'REQUIRED',
  message: 'is required',
})

describe('publishing', () => {
  it('saves first what was typed', async () => {
    const { user, calls, record } = openItem()
    await add(user, 'Title', ' 70')
    await user.click(await publishButton())
    await waitFor(() => expect(calls).toEqual(['save', 'publish']))
    await waitFor(() => expect(record.feedback).toEqual([{ type: 'success', message: 'Published' }]))
    expect(await screen.findByRole('tab', { name: /sv-SE Published/ })).toBeTruthy()
  })

  it('does not happen where what was typed cannot be saved', async () => {
    const { user, calls, record } = openItem()
    await add(user, 'Weight', 'heavy')
    await user.click(await publishButton())
    await waitFor(() => expect(record.feedback.at(-1)?.type).toBe('error'))
    expect(record.feedback.at(-1)?.message).toContain('Something is not saved yet')
    expect(calls).toEqual([])
  })

  it('that is refused says why at the field, goes there, and says it no more once the field is filled', async () => {
    let isMissing = true
    const { user, record, calls } = openItem({ plan: () => (isMissing ? { blocking: [missing('title')] } : {}) })
    await user.click(await publishButton())
    const title = within(await fieldOf('Title'))
    expect(await title.findByText('Needed before publishing.')).toBeTruthy()
    expect((await input('Title')).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(await input('Title'))
    expect(record.feedback).toEqual([{ type: 'error', message: '1 field needs attention' }])

    isMissing = false
    await add(user, 'Title', ' 70')
    expect(title.queryByText('Needed before publishing.')).toBeNull()
    await user.keyboard(saveNow)
    expect(await saveState('Saved just now')).toBeTruthy()
    expect(title.queryByText('Needed before publishing.')).toBeNull()
    expect(screen.queryByRole('button', { name: '1 to look at' })).toBeNull()
    expect(calls).toEqual(['save'])
  })

  it('has a field in its way that the browser sees already, and leads there', async () => {
    const { user } = openItem({ at: english })
    await user.clear(await input('Title'))
    await user.keyboard(saveNow)
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    expect(document.activeElement).toBe(await input('Title'))
    expect(screen.getByLabelText('1 field needs attention')).toBeTruthy()
  })

  it('shows for each channel how ready it is, and leads to what is missing', async () => {
    const readiness = [
      { deliveryTarget: 'web', percent: 100, missing: [] },
      { deliveryTarget: 'print', percent: 50, missing: ['slogan'] },
    ]
    const { user } = openItem({ inSwedish: { readiness } })
    const list = within(await screen.findByRole('list', { name: 'Readiness by channel' }))
    expect(list.getByRole('meter', { name: 'Ready for print' }).getAttribute('aria-valuenow')).toBe('50')
    expect(list.getByRole('meter', { name: 'Ready for web' }).getAttribute('aria-valuenow')).toBe('100')
    await user.click(list.getByRole('link', { name: 'Slogan' }))
    await waitFor(async () => expect(document.activeElement).toBe(await input('Slogan')))
  })

  it('is nothing for what is live as it stands, and says so', async () => {
    const { user, calls } = openItem({ inSwedish: { status: 'published', publishedVersion: 3 } })
    const button = await publishButton()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('What you see is live')
    expect(calls).toEqual([])
  })

  it('of every variation is done as one, without those that are left out', async () => {
    const { user, calls } = openItem({
      plan: ({ contentVariationId }) => (contentVariationId === inSwedish ? { blocking: [missing('title')] } : {}),
    })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Publish 2 variations' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish 2 variations of Kamera 70?' }))
    expect(await dialog.findByText('Title is needed before sv-SE can go live.')).toBeTruthy()
    const confirm = dialog.getByRole('button', { name: 'Publish 2 variations' })
    expect(confirm.getAttribute('aria-disabled')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Leave it out and go on with the others' }))
    expect(dialog.getByText('1 is left out and stays as it is.')).toBeTruthy()
    await user.click(await dialog.findByRole('button', { name: 'Publish 1 variation' }))
    expect(await screen.findByRole('tab', { name: /en-US Published/ })).toBeTruthy()
    expect(screen.getByRole('tab', { name: /sv-SE Draft/ })).toBeTruthy()
    expect(calls).toEqual(['publish'])
  })
})

const takenFromEnglish: PlanIssue = {
  code: 'NOT_LIVE',
  message: 'is required, and inherited',
  technicalFieldName: 'colour',
  sourceVariationId: english.variationId,
}

describe('a plan that is blocked by what is inherited', () => {
  const blocked = (_: unknown, { resolve }: PlanRequest) => (resolve ? {} : { blocking: [takenFromEnglish] })

  it('offers the ways out as sentences, shows the plan again with the chosen one, and does it', async () => {
    const asked: PlanRequest[] = []
    const { user, calls } = openItem({
      plan: (row, request) => {
        asked.push(request)
        return blocked(row, request)
      },
    })
    await user.click(await publishButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish Kamera 70 in sv-SE?' }))
    const words = 'sv-SE takes Colour from en-US, which is not live. Publishing sv-SE alone would deliver no Colour.'
    expect(await dialog.findByText(words)).toBeTruthy()
    const confirm = dialog.getByRole('button', { name: 'Publish' })
    await user.click(confirm)
    expect(calls).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'Publish en-US too' }))
    await waitFor(() => expect(dialog.queryByText(words)).toBeNull())
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(calls).toEqual(['publish'])
    expect(asked.at(-1)).toMatchObject({ resolve: 'publishAncestors' })
  })

  it('leads to the field, here and in the other variation, and gives the focus back when it is left', async () => {
    const { user } = openItem({ plan: blocked })
    await user.click(await publishButton())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Publish' })))
    await user.click(await publishButton())
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(await dialog.findByRole('link', { name: 'Colour in en-US' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await screen.findByRole('tab', { name: /en-US/, selected: true })).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await input('Colour')))
  })
})

describe('what one should know', () => {
  const warning: PlanIssue = {
    code: 'LOSES_VALUE',
    message: 'would be empty',
    technicalFieldName: 'slogan',
    sourceVariationId: english.variationId,
  }
  const other = plannedRow({ step: null, outcome: 'changes', warnings: [warning] })

  it('is asked about where it was not seen, and not again where the panel shows it', async () => {
    const { user, calls } = openItem({ at: english, alsoPlanned: [other] })
    const words = 'sv-SE is live and shows Slogan from en-US. The field will be empty.'
    expect(await screen.findByText(words)).toBeTruthy()
    await user.click(await publishButton())
    await waitFor(() => expect(calls).toEqual(['publish']))
    cleanup()

    const { user: another, calls: none } = openItem({ at: english, alsoPlanned: [other] })
    await another.click(await screen.findByRole('button', { name: 'Publishing' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    await another.click(await publishButton())
    expect(await within(await screen.findByRole('alertdialog')).findByText(words)).toBeTruthy()
    expect(none).toEqual([])
  })
})

describe('a publish after somebody else has saved', () => {
  it('shows who wrote what, loses nothing that was typed, and goes on', async () => {
    const { user, calls, saves, meanwhile } = openItem({
      overrides: {
        'contentVariation.getVersions': () => ({
          items: [
            {
              version: 5,
              action: 'edit',
              at: '2026-01-02T00:00:00Z',
              by: 'u1',
              status: 'draft',
              changedFields: ['title'],
              isPublished: false,
            },
            {
              version: 4,
              action: 'edit',
              at: '2026-01-02T00:00:00Z',
              by: 'u2',
              status: 'draft',
              changedFields: ['slogan', '$name'],
              isPublished: false,
            },
          ],
          paging: { pageNumber: 1, pageSize: 50, totalCount: 2, totalPages: 1 },
        }),
        'contentVariation.compareVersions': ({ query }) => ({
          ...query,
          changes: [
            { technicalFieldName: 'title', before: 'Kamera', after: 'Kamera 70' },
            { technicalFieldName: 'slogan', before: 'Se allt', after: 'Se mer' },
            { technicalFieldName: '$name', before: 'Gamla namnet', after: 'Nya namnet' },
          ],
        }),
      },
    })
    await add(user, 'Title', ' 70')
    meanwhile(inSwedish, ({ fields }) => ({ fields }))
    await user.click(await publishButton())
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText(/Somebody else has changed this since you opened it/)).toBeTruthy()
    expect(await dialog.findByText('Slogan')).toBeTruthy()
    expect(dialog.getByText('mer').tagName).toBe('INS')
    expect(dialog.getByText('Nya').tagName).toBe('INS')
    expect(dialog.queryByText('Title')).toBeNull()
    expect((await dialog.findAllByText(/Erik Sund/)).length).toBe(1)
    expect(calls).toEqual(['save'])
    expect(saves).toMatchObject([{ fields: [{ technicalFieldName: 'title', value: 'Kamera 70' }] }])
    const confirm = dialog.getByRole('button', { name: 'Publish with these changes' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    await waitFor(() => expect(calls).toEqual(['save', 'publish']))
    expect((await input('Title')).value).toBe('Kamera 70')
  })

  it('between the plan and its execution shows the plan as it is now', async () => {
    let isFirst = true
    const { user, calls, meanwhile } = openItem({
      overrides: {
        'contentVariation.compareVersions': ({ query }) => ({ ...query, changes: [] }),
      },
      beforePublish: () => {
        if (!isFirst) return
        isFirst = false
        meanwhile(inSwedish, () => ({}))
        throw new Refusal('PLAN_OUTDATED')
      },
    })
    await user.click(await publishButton())
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText(/Something has changed since you looked/)).toBeTruthy()
    const confirm = dialog.getByRole('button', { name: 'Publish with these changes' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    expect(await screen.findByRole('tab', { name: /sv-SE Published/ })).toBeTruthy()
    expect(calls).toEqual(['publish', 'publish'])
  })
})

describe('the other steps', () => {
  it('are those that lead on from here', async () => {
    const { user } = openItem({ inSwedish: { allowedActions: ['publish', 'archive'] } })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    const lines = await screen.findAllByRole('menuitem')
    expect(lines.map((line) => line.querySelector('span')?.textContent)).toEqual([
      'Publish 2 variations',
      'Archive',
      'Duplicate item',
      'Delete item',
    ])
  })

  it('delete the item once it was said who links to it', async () => {
    const asked: PlanRequest[] = []
    const { user, record, calls } = openItem({
      plan: (_, request) => {
        asked.push(request)
        return request.allowBrokenLinks ? {} : { blocking: [linked] }
      },
      overrides: {
        'search.searchUserContent': () => ({
          items: [],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 },
        }),
        'contentModel.getAllUserTypes': () => [],
      },
    })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete item' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Kamera 70?' }))
    expect(await dialog.findByText(/1 item links to it\. Its link would be broken:/)).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Camera bag' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete with 2 variations' }))
    expect(calls).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'Break the link of 1 item' }))
    const confirm = await dialog.findByRole('button', { name: 'Delete and break the links' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    await waitFor(() => expect(record.address).toBe('/content-items'))
    expect(calls).toEqual(['delete'])
    expect(asked.at(-1)).toMatchObject({ allowBrokenLinks: true })
    expect(record.feedback.at(-1)).toMatchObject({ message: 'Kamera 70 is deleted', action: { label: 'Undo' } })
  })

  it('that take away what is live are shown first', async () => {
    const { user, calls } = openItem({
      inSwedish: { status: 'published', publishedVersion: 3, allowedActions: ['publish', 'unpublish', 'draft'] },
    })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Unpublish/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unpublish Kamera 70 in sv-SE?' }))
    expect(await dialog.findByText('sv-SE · goes away')).toBeTruthy()
    expect(calls).toEqual([])
    const confirm = dialog.getByRole('button', { name: 'Unpublish' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    await waitFor(() => expect(calls).toEqual(['unpublish']))
  })
})

const linked: PlanIssue = {
  code: 'STILL_LINKED',
  message: 'is linked to by other content',
  items: [{ contentItemId: uuid(300), name: 'Camera bag' }],
  itemCount: 1,
}
