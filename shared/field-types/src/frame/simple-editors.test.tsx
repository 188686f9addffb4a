import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FieldEditor } from '../fields.tsx'
import { drawField, testField, World } from './testing.tsx'

afterEach(cleanup)
const user = userEvent.setup({ delay: null })

describe('every field', () => {
  it('has its label above, its help below, and says that it is needed', () => {
    drawField(testField('text', { required: 'onPublish' }))
    const input = screen.getByRole('textbox', { name: /The field/ })
    expect(input.getAttribute('required')).not.toBeNull()
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('What it is for')
  })

  it('says what is wrong in its place, while one types', async () => {
    const drawn = drawField(testField('text', { settings: { maxLength: 3 } }))
    const input = screen.getByRole('textbox', { name: 'The field' })
    await user.type(input, 'long')
    expect(drawn.value()).toBe('long')
    expect(await screen.findByText('Too long. At most 3 characters fit.')).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('says what the server said', () => {
    const errors = [{ technicalFieldName: 'it', code: 'NOT_UNIQUE' as const, message: 'is taken by Camera' }]
    drawField(testField('text'), 'x', { errors })
    expect(screen.getByText('is taken by Camera')).toBeTruthy()
  })

  it('cannot be changed where it may only be read', async () => {
    const drawn = drawField(testField('text'), 'as it was', { isReadOnly: true })
    await user.type(screen.getByRole('textbox'), 'more')
    expect(drawn.changes).toEqual([])
  })

  it('says whose value it shows', () => {
    drawField(testField('text'), 'x', { isInherited: true, sourceLabel: 'en-US' })
    expect(screen.getByText('Inherited from en-US')).toBeTruthy()
  })
})

describe('texts', () => {
  it('hand out what is typed, and nothing as null', async () => {
    const drawn = drawField(testField('text'))
    const input = screen.getByRole('textbox')
    await user.type(input, 'a b ')
    expect(drawn.value()).toBe('a b ')
    await user.clear(input)
    expect(drawn.value()).toBeNull()
  })

  it('keep their lines', async () => {
    const drawn = drawField(testField('longText'))
    await user.type(screen.getByRole('textbox', { name: 'The field' }), 'one{Enter}two')
    expect(drawn.value()).toBe('one\ntwo')
  })

  it('offer a slug made from another field', async () => {
    const drawn = drawField(testField('slug', { settings: { sourceField: 'title' } }))
    await user.click(screen.getByRole('button', { name: 'Make it from the title' }))
    expect(drawn.value()).toBe('kamera-fur-muller')
  })

  it('check the digit of a code', async () => {
    drawField(testField('identifier', { settings: { kind: 'gtin' } }))
    await user.type(screen.getByRole('textbox'), '4006381333932')
    expect(await screen.findByText(/check digit does not fit/)).toBeTruthy()
  })

  it('open an address only when it is one', async () => {
    drawField(testField('url'))
    const input = screen.getByRole('textbox', { name: 'The field' })
    await user.type(input, 'javascript:alert(1)')
    expect(screen.queryByRole('link')).toBeNull()
    await user.clear(input)
    await user.type(input, 'https://example.com')
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com')
  })

  it('say when an email address is none', async () => {
    drawField(testField('email'))
    await user.type(screen.getByRole('textbox'), 'ann@')
    expect(await screen.findByText('This is not an email address.')).toBeTruthy()
  })
})

describe('numbers', () => {
  it('are numbers where they are whole, and stay as typed', async () => {
    const drawn = drawField(testField('integer'))
    const input = screen.getByRole('textbox')
    await user.type(input, '007')
    expect(drawn.value()).toBe(7)
    expect(input).toHaveProperty('value', '007')
  })

  it('lose nothing that is no number', async () => {
    const drawn = drawField(testField('integer'))
    const input = screen.getByRole('textbox')
    await user.type(input, '12a')
    expect(drawn.value()).toBe('12a')
    expect(input).toHaveProperty('value', '12a')
    expect(await screen.findByText('Only a whole number fits here.')).toBeTruthy()
  })

  it('keep every digit', async () => {
    const drawn = drawField(testField('decimal'))
    await user.type(screen.getByRole('textbox'), '1.10000000000000000001')
    expect(drawn.value()).toBe('1.10000000000000000001')
  })

  it('have a line for each currency of the field', async () => {
    const drawn = drawField(testField('price', { settings: { currencies: ['EUR', 'USD'] } }))
    const group = screen.getByRole('group', { name: 'The field' })
    await user.type(within(group).getByRole('textbox', { name: 'Amount in USD' }), '9.90')
    expect(drawn.value()).toEqual([{ amount: '9.90', currency: 'USD' }])
    await user.clear(within(group).getByRole('textbox', { name: 'Amount in USD' }))
    expect(drawn.value()).toBeNull()
  })

  it('take a currency more where any may be', async () => {
    const drawn = drawField(testField('price'))
    await user.click(screen.getByRole('combobox', { name: 'Add a currency' }))
    await user.type(screen.getByRole('combobox', { name: 'Add a currency' }), 'SEK{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount in SEK' }))
    await user.keyboard('5')
    expect(drawn.value()).toEqual([{ amount: '5', currency: 'SEK' }])
  })

  it('of any family begin without a unit, which is asked for', async () => {
    const drawn = drawField(testField('measurement'))
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '5')
    expect(drawn.value()).toEqual({ amount: '5', unit: '' })
    await user.click(screen.getByRole('combobox', { name: 'Unit' }))
    await user.click(screen.getByRole('option', { name: 'kg' }))
    expect(drawn.value()).toEqual({ amount: '5', unit: 'KILOGRAM' })
  })

  it('have a unit', async () => {
    const drawn = drawField(testField('measurement', { settings: { family: 'Weight', defaultUnit: 'GRAM' } }))
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '1.50')
    expect(drawn.value()).toEqual({ amount: '1.50', unit: 'GRAM' })
    await user.click(screen.getByRole('combobox', { name: 'Unit' }))
    await user.click(screen.getByRole('option', { name: 'kg' }))
    expect(drawn.value()).toEqual({ amount: '1.50', unit: 'KILOGRAM' })
  })
})

describe('choices', () => {
  const options = [
    { code: 'red', label: { 'en-US': 'Red' } },
    { code: 'blue', label: { 'en-US': 'Blue' } },
  ]

  it('are yes, no, or not said', async () => {
    const drawn = drawField(testField('boolean'))
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(drawn.value()).toBe(false)
    expect(screen.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(drawn.value()).toBeNull()
  })

  it('are found by typing', async () => {
    const drawn = drawField(testField('select', { settings: { options } }))
    await user.type(screen.getByRole('combobox', { name: 'The field' }), 'BLÜ{Enter}')
    expect(drawn.value()).toBe('blue')
  })

  it('show a code that is no option any more, and say so', async () => {
    drawField(testField('select', { settings: { options } }), 'green')
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'green')
    expect(await screen.findByText(/green is not one of the options any more/)).toBeTruthy()
  })

  it('can be several', async () => {
    const drawn = drawField(testField('multiSelect', { settings: { options } }))
    const input = screen.getByRole('combobox', { name: 'The field' })
    await user.click(input)
    await user.click(screen.getByRole('option', { name: 'Red' }))
    await user.click(screen.getByRole('option', { name: 'Blue' }))
    expect(drawn.value()).toEqual(['red', 'blue'])
    await user.type(input, '{Backspace}{Backspace}')
    expect(drawn.value()).toBeNull()
  })

  it('keep what is typed when the form is drawn anew meanwhile, with a list that says the same', async () => {
    const field = testField('multiSelect', { settings: { options } })
    const form = () => (
      <World>
        <FieldEditor field={field} value={['red']} onChange={() => undefined} languageCode="en-US" />
      </World>
    )
    const { rerender } = render(form())
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'The field' })
    await user.type(input, 'bl')
    rerender(form())
    await user.type(input, 'u')
    expect(input.value).toBe('blu')
  })

  it('can be a colour from its code', async () => {
    const drawn = drawField(testField('color'))
    await user.type(screen.getByRole('textbox', { name: 'The field' }), '#36c')
    expect(drawn.value()).toBe('#36c')
    expect(screen.getByLabelText('Choose from the palette')).toBeTruthy()
  })
})

describe('times', () => {
  it('are a day', async () => {
    const drawn = drawField(testField('date'))
    const input = screen.getByLabelText('The field')
    await user.type(input, '2026-02-28')
    expect(drawn.value()).toBe('2026-02-28')
  })

  it('are a moment in UTC, typed in the clock of where one is', async () => {
    const drawn = drawField(testField('dateTime'))
    await user.type(screen.getByLabelText('The field'), '2026-02-28T13:45:00')
    expect(drawn.value()).toBe(new Date('2026-02-28T13:45:00').toISOString())
    expect(screen.getByText(/Your time: /)).toBeTruthy()
  })
})

describe('structured data', () => {
  it('is handed out as soon as it is JSON, and stands as typed until then', async () => {
    const drawn = drawField(testField('json'))
    const input = screen.getByRole('textbox', { name: 'The field' })
    await user.type(input, '{{"a": 1')
    expect(drawn.changes).toEqual([])
    expect(screen.getByRole('status').textContent).toMatch(/not JSON yet/)
    await user.type(input, '}')
    expect(drawn.value()).toEqual({ a: 1 })
    expect(input).toHaveProperty('value', '{"a": 1}')
  })
})
