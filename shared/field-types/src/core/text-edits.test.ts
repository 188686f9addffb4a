import { describe, expect, it } from '@rstest/core'
import { maxTextLength } from './text.ts'
import { replacedText } from './text-edits.ts'

const edit = (find: string, replaceBy: string, more: object = {}) =>
  ({
    kind: 'replaceText',
    technicalFieldName: 'it',
    find,
    replaceBy,
    matchCase: false,
    wholeWords: false,
    ...more,
  }) as const

describe('finding and replacing in a text', () => {
  it.each([
    ['Lampe und lampen', edit('LAMPE', 'Leuchte'), 'Leuchte und Leuchten'],
    ['Lampe und lampen', edit('lampe', 'Leuchte', { matchCase: true }), 'Lampe und Leuchten'],
    ['Lampe und Lampen', edit('lampe', 'Leuchte', { wholeWords: true }), 'Leuchte und Lampen'],
    ['größe Größentabelle', edit('größe', 'Maß', { wholeWords: true }), 'Maß Größentabelle'],
    ['a.b a+b (c) [d]-$1', edit('.', ','), 'a,b a+b (c) [d]-$1'],
    ['a.b a+b (c) [d]-$1', edit('(c) [d]-', ''), 'a.b a+b $1'],
    ['five', edit('five', '$&$1'), '$&$1'],
    ['nothing here', edit('five', '6'), 'nothing here'],
    ['cafe\u0301'.normalize('NFC'), edit('cafe\u0301', 'tea'), 'tea'],
  ])('makes of %s with %o: %s', (text, replace, expected) => {
    expect(replacedText(text, replace)).toBe(expected)
  })

  it('makes no text that is many times longer than any that can be kept', () => {
    const result = replacedText('a'.repeat(maxTextLength), edit('a', 'b'.repeat(2_000)))
    expect(result.length).toBeGreaterThan(maxTextLength)
    expect(result.length).toBeLessThan(maxTextLength * 6)
  })
})
