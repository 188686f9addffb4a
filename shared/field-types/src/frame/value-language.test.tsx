import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FieldCell, FieldEditor } from '../fields.tsx'
import { testField, testServices, World } from './testing.tsx'
import { ValueLanguage } from './value-language.tsx'

afterEach(cleanup)

const prose = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'كاميرا 4K' }] }],
}
const values = { text: 'كاميرا 4K', longText: 'كاميرا\n4K', richText: prose } as const
const typesOfProse = ['text', 'longText', 'richText'] as const
const typesOfCodes = ['identifier', 'slug', 'url', 'email', 'integer'] as const

const written = (tag: string | undefined, type: keyof typeof values, part: 'editor' | 'cell') => {
  const drawn = { field: testField(type), value: values[type], languageCode: 'en-US' }
  return render(
    <World>
      <ValueLanguage tag={tag}>
        {part === 'cell' ? <FieldCell {...drawn} /> : <FieldEditor {...drawn} onChange={() => undefined} />}
      </ValueLanguage>
    </World>,
  ).container
}

describe('the language of a label', () => {
  const options = [{ code: 'r', label: { 'ar-EG': 'أحمر' } }, { code: 'plain' }]
  const of = (text: string) => {
    const label = screen.getByText(text, { selector: 'bdi' })
    return [label.getAttribute('dir'), label.getAttribute('lang')]
  }

  it.each([
    ['select', 'r'],
    ['multiSelect', ['r', 'plain']],
  ] as const)('is that of the option in the cell of %s', (type, value) => {
    const field = { ...testField(type), settings: { options } }
    render(
      <World>
        <FieldCell field={field} value={value} languageCode="en-US" />
      </World>,
    )
    expect(of('أحمر')).toEqual(['rtl', 'ar-EG'])
    if (type === 'multiSelect') expect(of('plain')).toEqual(['auto', null])
  })

  it('is that of the option which is chosen, and of those that are offered', async () => {
    const field = { ...testField('select'), settings: { options } }
    render(
      <World>
        <FieldEditor field={field} value="r" onChange={() => undefined} languageCode="en-US" />
      </World>,
    )
    const input = screen.getByRole('combobox')
    expect([input.getAttribute('dir'), input.getAttribute('lang')]).toEqual(['rtl', 'ar-EG'])
    await userEvent.click(input)
    await screen.findByRole('option', { name: 'أحمر' })
    expect(of('أحمر')).toEqual(['rtl', 'ar-EG'])
  })

  it('is that of each option in the editor of several', () => {
    const field = { ...testField('multiSelect'), settings: { options } }
    render(
      <World>
        <FieldEditor field={field} value={['r', 'plain']} onChange={() => undefined} languageCode="en-US" />
      </World>,
    )
    expect(of('أحمر')).toEqual(['rtl', 'ar-EG'])
    expect(of('plain')).toEqual(['auto', null])
  })

  it('is that of the field, whose label may be in another one than the screen', () => {
    const field = { ...testField('text'), friendlyName: { 'he-IL': 'כותרת' }, helpText: { 'he-IL': 'קצרה' } }
    render(
      <World>
        <FieldEditor field={field} value="" onChange={() => undefined} languageCode="en-US" />
      </World>,
    )
    expect(of('כותרת')).toEqual(['rtl', 'he-IL'])
    expect(of('קצרה')).toEqual(['rtl', 'he-IL'])
  })
})

describe('the name of what a value refers to', () => {
  const services = {
    ...testServices,
    itemLabel: async (contentItemId: string) => ({
      contentItemId,
      name: 'كاميرا 4K',
      languageTag: 'ar-EG',
      typeLabel: 'Product',
    }),
  }
  it.each(['cell', 'editor'] as const)('is in its language in the %s', async (part) => {
    const drawn = { field: testField('link'), value: '00000000-0000-7000-8000-000000000001', languageCode: 'en-US' }
    render(
      <World services={services}>
        {part === 'cell' ? <FieldCell {...drawn} /> : <FieldEditor {...drawn} onChange={() => undefined} />}
      </World>,
    )
    const name = await screen.findByText('كاميرا 4K', { selector: 'bdi' })
    expect([name.getAttribute('dir'), name.getAttribute('lang')]).toEqual(['rtl', 'ar-EG'])
  })
})

describe('the language of a value', () => {
  it.each(typesOfProse)('gives the editor of %s its direction and its language', async (type) => {
    written('ar-EG', type, 'editor')
    const editor = await screen.findByRole('textbox', { name: /The field/ })
    expect([editor.getAttribute('dir'), editor.getAttribute('lang')]).toEqual(['rtl', 'ar-EG'])
  })

  it.each(typesOfProse)('gives the cell of %s its direction and its language', (type) => {
    const cell = written('ar-EG', type, 'cell').querySelector('[dir]')
    expect([cell?.getAttribute('dir'), cell?.getAttribute('lang')]).toEqual(['rtl', 'ar-EG'])
    expect(cell?.textContent).toContain('كاميرا')
  })

  it('leaves the direction to a text whose language nobody said', () => {
    const cell = written(undefined, 'text', 'cell').querySelector('[dir]')
    expect([cell?.getAttribute('dir'), cell?.getAttribute('lang')]).toEqual(['auto', null])
  })

  it.each(typesOfCodes)('keeps %s from left to right in every language', (type) => {
    render(
      <World>
        <ValueLanguage tag="he-IL">
          <FieldEditor field={testField(type)} value={null} onChange={() => undefined} languageCode="en-US" />
        </ValueLanguage>
      </World>,
    )
    const input = screen.getByLabelText(/The field/)
    expect([input.getAttribute('dir'), input.getAttribute('lang')]).toEqual(['ltr', null])
  })
})
