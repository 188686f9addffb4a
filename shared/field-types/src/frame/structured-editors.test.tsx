import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fixtureIds } from '../core/field-type-fixtures.ts'
import { FieldCell } from '../fields.tsx'
import { drawField, testField, testServices, World } from './testing.tsx'

afterEach(cleanup)
const user = userEvent.setup({ delay: null })
const [camera, lens, bag] = fixtureIds.items
const [, red] = fixtureIds.concepts

const name = (text: string) => ({ friendlyName: { 'en-US': text } })

describe('what a field refers to', () => {
  it('is shown by its name and leads to it', async () => {
    drawField(testField('link'), camera)
    const link = await screen.findByRole('link', { name: 'Camera' })
    expect(link.getAttribute('href')).toBe(`/content-item/${camera}`)
    expect(screen.getByText('Product')).toBeTruthy()
  })

  it('is found by typing and chosen by keyboard', async () => {
    const drawn = drawField(testField('link'))
    const group = screen.getByRole('group', { name: 'The field' })
    const input = within(group).getByRole('combobox', { name: 'Find a content item' })
    await user.type(input, 'len')
    await screen.findByRole('option', { name: /Lens/ })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(drawn.value()).toBe(lens)
  })

  it('can be put in another order by keyboard, and says so', async () => {
    const drawn = drawField(testField('links'), [camera, lens, bag])
    const down = await screen.findByRole('button', { name: 'Move Camera down' })
    down.focus()
    await user.keyboard('{Enter}')
    expect(drawn.value()).toEqual([lens, camera, bag])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Camera down' }))
    expect(screen.getByRole('status').textContent).toBe('Camera is now number 2 of 3.')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(drawn.value()).toEqual([camera, lens, bag])
  })

  it('can be taken out; the last one leaves nothing', async () => {
    const drawn = drawField(testField('links'), [camera])
    await user.click(await screen.findByRole('button', { name: 'Remove Camera' }))
    expect(drawn.value()).toBeNull()
  })

  it('is said to be gone when it is', async () => {
    drawField(testField('link'), fixtureIds.binaries[0])
    expect(await screen.findByText('Not there any more')).toBeTruthy()
  })

  it('says when the search did not work, and works again', async () => {
    let isAway = true
    const services = {
      ...testServices,
      searchItems: async (...asked: Parameters<typeof testServices.searchItems>) => {
        if (isAway) throw new Error('away')
        return testServices.searchItems(...asked)
      },
    }
    drawField(testField('link'), null, { services })
    const input = screen.getByRole('combobox')
    await user.type(input, 'c')
    expect(await screen.findByText(/The search did not work/)).toBeTruthy()
    isAway = false
    await user.type(input, 'a')
    expect(await screen.findByRole('option', { name: /Camera/ })).toBeTruthy()
  })

  it('says what it shows where nothing has what was typed', async () => {
    const services = {
      ...testServices,
      searchItems: async (asked: Parameters<typeof testServices.searchItems>[0], signal: AbortSignal) =>
        (await testServices.searchItems({ ...asked, text: 'camera' }, signal)).map((item) => ({
          ...item,
          shownFor: 'camera',
        })),
    }
    drawField(testField('link'), null, { services })
    await user.type(screen.getByRole('combobox'), 'camrea')
    expect(await screen.findByText('Nothing has “camrea”. Shown for “camera”.')).toBeTruthy()
    expect(screen.getByRole('option', { name: /Camera/ })).toBeTruthy()
  })

  it('says by what it was found, where its name does not have what was typed', async () => {
    const services = {
      ...testServices,
      searchItems: async (asked: Parameters<typeof testServices.searchItems>[0], signal: AbortSignal) =>
        (await testServices.searchItems({ ...asked, text: 'camera' }, signal)).map((item) => ({
          ...item,
          foundBy: { label: 'Article number', text: 'KX-2404', marks: [{ from: 3, to: 7 }] },
        })),
    }
    drawField(testField('link'), null, { services })
    await user.type(screen.getByRole('combobox'), '2404')
    const option = await screen.findByRole('option', { name: /Camera.*Article number/ })
    expect(option.querySelector('mark')?.textContent).toBe('2404')
  })

  it('has what was typed marked in its name', async () => {
    const services = {
      ...testServices,
      searchItems: async (asked: Parameters<typeof testServices.searchItems>[0], signal: AbortSignal) =>
        (await testServices.searchItems(asked, signal)).map((item) => ({ ...item, nameMarks: [{ from: 0, to: 6 }] })),
    }
    drawField(testField('link'), null, { services })
    await user.type(screen.getByRole('combobox'), 'camera')
    const option = await screen.findByRole('option', { name: /Camera/ })
    expect(option.querySelector('mark')?.textContent).toBe('Camera')
  })

  it('can be a concept with its place in the tree', async () => {
    const drawn = drawField(testField('concepts'))
    await user.type(screen.getByRole('combobox', { name: 'Find a concept' }), 'red')
    await user.click(await screen.findByRole('option', { name: /Red.*Colour/ }))
    expect(drawn.value()).toEqual([red])
  })
})

describe('a group', () => {
  const fields = [
    { technicalName: 'title', ...name('Title'), type: 'text', settings: { maxLength: 5 } },
    { technicalName: 'count', ...name('Count'), type: 'integer', defaultValue: 1 },
  ]
  const field = testField('group', { settings: { fields } })

  it('takes entries, each with the defaults of its fields', async () => {
    const drawn = drawField(field)
    await user.click(screen.getByRole('button', { name: 'Add an entry' }))
    const entry = screen.getByRole('group', { name: 'Entry 1' })
    await user.type(within(entry).getByRole('textbox', { name: 'Title' }), 'One')
    expect(drawn.value()).toEqual([{ title: 'One', count: 1 }])
  })

  it('says what is wrong in the field where it is wrong', async () => {
    drawField(field, [{ title: 'Far too long' }])
    const entry = screen.getByRole('group', { name: 'Entry 1' })
    expect(within(entry).getAllByText('Too long. At most 5 characters fit.')).toHaveLength(1)
    expect(screen.getAllByText('Too long. At most 5 characters fit.')).toHaveLength(1)
  })

  it('changes its order by keyboard from anywhere in an entry, and what is typed goes along', async () => {
    const drawn = drawField(field, [{ title: 'a' }, { title: 'b' }])
    const input = within(screen.getByRole('group', { name: 'Entry 2' })).getByRole('textbox', { name: 'Title' })
    await user.type(input, 'B')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(drawn.value()).toEqual([{ title: 'bB' }, { title: 'a' }])
  })

  it('folds an entry to a line that tells it from others', async () => {
    drawField(field, [{ title: 'Alpha' }])
    await user.click(screen.getByRole('button', { name: 'Fold Entry 1' }))
    expect(screen.getByText('Alpha')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('loses an entry, and with the last one is empty', async () => {
    const drawn = drawField(field, [{ title: 'a' }, { title: 'b' }])
    await user.click(screen.getByRole('button', { name: 'Remove Entry 1' }))
    expect(drawn.value()).toEqual([{ title: 'b' }])
    await user.click(screen.getByRole('button', { name: 'Remove Entry 1' }))
    expect(drawn.value()).toBeNull()
  })

  it('takes no more entries than it may have', () => {
    drawField(testField('group', { settings: { fields, max: 1 } }), [{ title: 'a' }])
    expect(screen.getByRole('button', { name: 'Add an entry' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('a table', () => {
  const columns = [
    { technicalName: 'size', ...name('Size'), type: 'text' },
    { technicalName: 'chest', ...name('Chest'), type: 'decimal' },
  ]
  const field = testField('table', { settings: { columns } })

  it('is typed into cell by cell; each cell has the name of its column and row', async () => {
    const drawn = drawField(field)
    await user.click(screen.getByRole('button', { name: 'Add a row' }))
    const table = screen.getByRole('table', { name: 'The field' })
    await user.type(within(table).getByRole('textbox', { name: 'Size, row 1' }), 'S')
    await user.type(within(table).getByRole('textbox', { name: 'Chest, row 1' }), '88.0')
    expect(drawn.value()).toEqual([{ size: 'S', chest: '88.0' }])
  })

  it('says what is wrong in the cell', async () => {
    drawField(field, [{ size: 'S', chest: 'wide' }])
    const cell = screen.getByRole('textbox', { name: 'Chest, row 1' })
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('This is not a number.')).toHaveLength(1)
  })

  it('moves and loses rows', async () => {
    const drawn = drawField(field, [{ size: 'S' }, { size: 'M' }])
    await user.click(screen.getByRole('button', { name: 'Move row 2 up' }))
    expect(drawn.value()).toEqual([{ size: 'M' }, { size: 'S' }])
    await user.click(screen.getByRole('button', { name: 'Remove row 1' }))
    expect(drawn.value()).toEqual([{ size: 'S' }])
  })
})

describe('a value that is read', () => {
  const draw = (...[type, value, settings = {}]: [Parameters<typeof testField>[0], unknown, object?]) => {
    const field = testField(type, { settings: { ...settings } })
    return render(
      <World>
        <FieldCell field={field} value={value} languageCode="en-US" />
      </World>,
    ).container
  }

  it('is a dash where there is none', () => {
    draw('text', null)
    expect(screen.getByLabelText('Empty').textContent).toBe('–')
  })

  it.each([
    ['price', [{ amount: '1234.50', currency: 'EUR' }], '1,234.50\u00a0EUR'],
    ['measurement', { amount: '27.0', unit: 'INCH' }, '27.0\u00a0in'],
    ['decimal', '1234567.10', '1,234,567.10'],
    ['date', '2026-02-28', 'Feb 28, 2026'],
    ['boolean', false, 'No'],
  ] as const)('%s %j is %j', (type, value, text) => {
    expect(draw(type, value).textContent).toBe(text)
  })

  it('is no link where the address is not safe', () => {
    draw('url', 'javascript:alert(1)')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('stands as it is where the field has another shape by now', () => {
    expect(draw('price', { amount: 5 }).textContent).toBe('{"amount":5}')
  })

  it('keeps the structure of a rich text, and no unsafe link', () => {
    const link = (href: string) => [{ type: 'link', attrs: { href } }]
    draw('richText', {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Title' }] },
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'bad', marks: link('javascript:alert(1)') },
            { type: 'text', text: 'good', marks: link('https://example.com/') },
          ],
        },
      ],
    })
    expect(screen.getByRole('heading', { name: 'Title' })).toBeTruthy()
    expect(screen.getAllByRole('link').map((each) => each.textContent)).toEqual(['good'])
  })
})
