import type { ContentType, ListedValue } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, swedish, uuid } from '../../../testing/open-content.tsx'
import { firstPage, openList, row, rowOf } from '../../../testing/open-list.tsx'
import { askedFields } from './field-columns.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const typeOf = (technicalName: string, names: readonly string[]): ContentType => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'user',
  fields: names.map((name) => ({ technicalName: name, friendlyName: {}, type: 'text' })),
})

describe('the fields that a list is asked for', () => {
  it('are those of the chosen columns, in whatever order these stand', () => {
    expect(askedFields(['name', 'field:sku', 'field:colour'], undefined, [])).toEqual(['colour', 'sku'])
    expect(askedFields([], undefined, [])).toEqual([])
  })

  it('are those that the listed types have, where more are chosen than a list answers', () => {
    const names = (letter: string) => Array.from({ length: 6 }, (_, at) => `${letter}${at}`)
    const types = [typeOf('camera', names('c')), typeOf('lens', names('l'))]
    const chosen = [...names('c'), ...names('l')].map((name) => `field:${name}`)
    expect(askedFields(chosen, undefined, ['lens'])).toBeUndefined()
    expect(askedFields(chosen, types, ['lens'])).toEqual(names('l'))
    expect(askedFields(chosen, types, [])).toHaveLength(8)
  })
})

describe('columns of fields', () => {
  const types: readonly ContentType[] = [
    {
      technicalName: 'camera',
      friendlyName: { 'en-US': 'Camera' },
      kind: 'user',
      fields: [
        { technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' },
        { technicalName: 'related', friendlyName: { 'en-US': 'Related' }, type: 'links' },
        { technicalName: 'sheet', friendlyName: { 'en-US': 'Sheet' }, type: 'json' },
      ],
    },
    { ...typeOf('lens', ['mount']) },
  ]
  const own = { isInherited: false, sourceVariationId: english.variationId }
  const colour = (value: string, more: Partial<ListedValue> = {}) => ({ colour: { value, ...own, ...more } })
  const open = (at?: string) =>
    openList({
      ...(at && { at }),
      rows: [
        row(1, { fields: { ...colour('black'), related: { value: [uuid(102)], ...own, leftOutCount: 3 } } }),
        row(2, { fields: colour('silver', { isInherited: true, sourceVariationId: swedish.variationId }) }),
      ],
      linked: { [uuid(102)]: { name: 'Camera 2', technicalContentTypeName: 'camera', kind: 'user' } },
      overrides: { 'contentModel.getAllUserTypes': () => [...types] },
    })
  async function show(user: ReturnType<typeof open>['user'], ...names: string[]) {
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name, checked: false }))
    await user.keyboard('{Escape}')
  }

  it('are not there, and not asked for, until somebody chooses them', async () => {
    const { user, asked } = open()
    await rowOf('Camera 1')
    expect(asked).toEqual([firstPage])
    await show(user, 'Colour')
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...firstPage, fields: ['colour'] }))
    expect(await within(await rowOf('Camera 1')).findByText('black')).toBeTruthy()
    const inherited = await within(await rowOf('Camera 2')).findByText('silver')
    expect(inherited.closest('[title]')?.getAttribute('title')).toBe('silver\nFrom Swedish')
  })

  it('name what values lead to from the answer itself, and say how many more there are', async () => {
    const { user } = open()
    await rowOf('Camera 1')
    await show(user, 'Related')
    const cells = within(await rowOf('Camera 1'))
    expect((await cells.findByRole('link', { name: 'Camera 2' })).getAttribute('href')).toBe(
      `/content-item/${uuid(102)}`,
    )
    expect(cells.getByText('+3')).toBeTruthy()
  })

  it('are offered of the types that the list is narrowed to, but for what no line can show', async () => {
    const { user } = open('/content-items?type=camera')
    await rowOf('Camera 1')
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await screen.findByRole('checkbox', { name: 'Colour' })
    for (const name of ['mount', 'Sheet']) expect(screen.queryByRole('checkbox', { name })).toBeNull()
  })

  it('are no more than a list answers', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `f${at}`)
    const { user, asked } = openList({ overrides: { 'contentModel.getAllUserTypes': () => [typeOf('camera', names)] } })
    await rowOf('Camera 1')
    await show(user, ...names.slice(0, 8))
    await waitFor(() => expect(asked.at(-1)?.fields).toHaveLength(8))
    const calls = asked.length
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const ninth = await screen.findByRole('checkbox', { name: 'f8', checked: false })
    expect(ninth.getAttribute('aria-description')).toBe('8 columns of fields are shown at most: hide one first')
    await user.click(ninth)
    expect(asked).toHaveLength(calls)
  })
})
