import type { SearchContentDocument } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { forgetLeftList } from '../../../parts/walk/left-list.ts'
import { english, swedish } from '../../../testing/open-content.tsx'
import { add, fieldOf, input } from '../../../testing/open-item.tsx'
import { row, rowOf } from '../../../testing/open-list.tsx'
import { openWalk } from '../../../testing/open-walk.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  cleanup()
  forgetLeftList()
})

const outdated = { state: 'outdated', percent: 50 } as const
const rows = Array.from(
  { length: 27 },
  (_, at): SearchContentDocument => row(at + 1, { variationId: swedish.variationId, translation: outdated }),
)
const few = rows.slice(0, 6)
const filtered = `/content-items?translation=outdated&variation=${swedish.variationId}&sort=name%3Aasc`
const nextKey = '{Control>}{Enter}{/Control}'
const previousKey = '{Control>}{Shift>}{Enter}{/Shift}{/Control}'
const publishKey = '{Control>}{Shift>}S{/Shift}{/Control}'
const publishNextKey = '{Control>}{Alt>}{Enter}{/Alt}{/Control}'
const isOn = (name: string) => screen.findByRole('heading', { level: 1, name })
const openRow = async (name: string) => (await rowOf(name)).querySelector('a')?.click()

describe('a list that is worked through', () => {
  it('goes on by key in the same field with the same comparison, across pages, and saves what was typed', async () => {
    const { user, record, saves } = openWalk({ at: filtered, rows })
    await openRow('Camera 24 ')
    await isOn('Camera 24')
    await user.click(screen.getByRole('combobox', { name: 'Compare with' }))
    await user.click(await screen.findByRole('option', { name: 'en-US' }))
    await add(user, 'Slogan', 'Ljus')
    for (const number of [25, 26, 27]) {
      await user.keyboard(nextKey)
      await isOn(`Camera ${number}`)
      await waitFor(async () => expect(document.activeElement).toBe(await input('Slogan')))
      expect((await fieldOf('Title')).textContent).toContain('en-US')
    }
    expect(saves).toMatchObject([
      { contentVariationId: row(24).contentVariationId, fields: [{ value: 'See moreLjus' }] },
    ])
    expect(screen.getByText('27 of 27')).toBeTruthy()
    await user.keyboard(nextKey)
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('This is the last item of the list.'))
    await user.keyboard(previousKey)
    await isOn('Camera 26')
    record.run('Previous item')
    await isOn('Camera 25')
  })

  it('goes to the text that is older than its source where nobody was in a field, and stays on a button that was pressed', async () => {
    const { user } = openWalk({ at: filtered, rows: few, outdatedFields: ['colour'] })
    await openRow('Camera 1 ')
    await isOn('Camera 1')
    await user.click(screen.getByRole('button', { name: 'Next item' }))
    await isOn('Camera 2')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next item' })))
    await user.keyboard(nextKey)
    await isOn('Camera 3')
    await waitFor(async () => expect(document.activeElement).toBe(await input('Colour')))
  })

  it('is published item by item, by key and by the palette, and goes on only once that is done', async () => {
    const { user, record, published } = openWalk({ at: '/content-items', rows: few, blocked: 'Camera 4' })
    await openRow('Camera 1 ')
    await isOn('Camera 1')
    await user.click(await input('Slogan'))
    await user.keyboard(publishKey)
    await waitFor(() => expect(published()).toEqual(['Camera 1']))
    await screen.findByRole('tab', { name: /sv-SE Published/ })
    await user.keyboard(publishKey)
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('What you see is live'))
    // It is live already.
    await user.keyboard(publishNextKey)
    await isOn('Camera 2')
    await waitFor(async () => expect(document.activeElement).toBe(await input('Slogan')))
    await user.keyboard(publishNextKey)
    await isOn('Camera 3')
    record.run('Publish and go to the next')
    await isOn('Camera 4')
    await user.keyboard(publishNextKey)
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('1 field needs attention'))
    await isOn('Camera 4')
    expect(published()).toEqual(['Camera 1', 'Camera 2', 'Camera 3'])
  })

  it.each([
    [
      'the arrow',
      async ({ user }: ReturnType<typeof openWalk>) =>
        user.click(screen.getByRole('link', { name: 'Back to the list' })),
    ],
    ['the back button of the browser', async ({ record }: ReturnType<typeof openWalk>) => record.goBack()],
  ])('is there again by %s with its filter, order, page and row', async (_, goBack) => {
    const opened = openWalk({ at: filtered, rows })
    await openRow('Camera 25')
    await isOn('Camera 25')
    await opened.user.keyboard(nextKey)
    await isOn('Camera 26')
    await goBack(opened)
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Camera 26')))
    const address = new URLSearchParams(opened.record.address.split('?')[1])
    expect(Object.fromEntries(address)).toEqual({
      translation: 'outdated',
      variation: swedish.variationId,
      sort: 'name:asc',
      page: '2',
    })
  })

  it('puts the focus on the row that follows where the one that was worked on has left it', async () => {
    const { user, saves } = openWalk({ at: filtered, rows: few, outdatedFields: ['slogan'] })
    await openRow('Camera 5 ')
    await isOn('Camera 5')
    await add(user, 'Slogan', 'Ljus')
    await waitFor(() => expect(saves).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Back to the list' }))
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Camera 6 ')))
  })
})

it('a text that is out of date shows how its source has changed, word by word, also while it is written anew', async () => {
  const { user, saves } = openWalk({
    at: `/content-item/${row(1).contentItemId}?variation=${swedish.variationId}`,
    rows: few,
    overrides: {
      'contentVariation.getChangedSources': () => [
        { technicalFieldName: 'title', variationId: english.variationId, before: 'A lamp', after: 'A storm lamp' },
      ],
    },
  })
  const title = within(await fieldOf('Title'))
  const note = await title.findByRole('note')
  expect(note.textContent).toContain('en-US has changed since this was translated')
  expect(note.querySelector('ins')?.textContent).toBe('added:storm ')
  expect(note.querySelector('del')).toBeNull()
  expect(within(await fieldOf('Colour')).queryByRole('note')).toBeNull()
  await add(user, 'Title', ' för storm')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(await title.findByText(/^Up to date again/)).toBeTruthy()
  expect(note.querySelector('ins')?.textContent).toBe('added:storm ')
})

it('an item that was opened by a link leads to the whole list', async () => {
  openWalk({ at: `/content-item/${row(1).contentItemId}?variation=${english.variationId}`, rows: few })
  await isOn('Camera 1')
  expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe('/content-items')
  expect(screen.queryByRole('button', { name: 'Next item' })).toBeNull()
})
