import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import { FieldCell, FieldEditor } from '../fields.tsx'
import { testField, World } from './testing.tsx'
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
