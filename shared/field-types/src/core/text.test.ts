import { expect, it } from '@rstest/core'
import { countCharacters, normalForm } from './text.ts'

/** Two marks in the order that the normal form turns round. */
const turned = '\u0301\u0323'

it('leaves long rows of marks as they are, wherever in a text they stand, and puts all others in order', () => {
  for (let before = 0; before < 70; before += 1) {
    const text = (marks: number) => `${'x'.repeat(before)}${turned.repeat(marks).slice(0, marks)}${'x'.repeat(40)}`
    expect(normalForm(text(31), 'NFC')).toBe(text(31))
    expect(normalForm(text(30), 'NFC')).toBe(text(30).normalize('NFC'))
    expect(normalForm(text(30), 'NFC')).not.toBe(text(30))
  }
})

it('sees marks that are stored in two halves', () => {
  const row = (length: number) => `a${'\u{1d16d}\u{1e944}'.repeat(length).slice(0, length * 2)}`
  expect(normalForm(row(31), 'NFC')).toBe(row(31))
  expect(normalForm(row(30), 'NFC')).toBe(row(30).normalize('NFC'))
})

it('counts characters as people do, not the halves of a pair, and a half alone as one', () => {
  for (const text of ['', 'abc', '😀', 'a😀😀b', '\ud83d', '\ude00', 'a\ude00\ud83db', '\ud83d\ud83d\ude00'])
    expect(countCharacters(text)).toBe([...text].length)
})
