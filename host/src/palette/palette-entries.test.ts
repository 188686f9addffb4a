import { describe, expect, it } from '@rstest/core'
import { matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (group: PaletteEntry['group'], label: string, keywords?: string): PaletteEntry => ({
  id: label,
  group,
  label,
  ...(keywords ? { keywords } : {}),
  run: () => undefined,
})
const entries = [
  entry('do', 'Log out', 'sign off'),
  entry('go', 'Content'),
  entry('found', 'Canon EOS 70D'),
  entry('do', 'New item', 'create content'),
]
const labels = (typed: string) => matchingEntries(entries, typed, 'en-US').map(({ label }) => label)

describe('the palette', () => {
  it('lists search results, then navigation, then commands', () => {
    expect(labels('')).toEqual(['Canon EOS 70D', 'Content', 'Log out', 'New item'])
  })

  it('finds entries by the words of their labels and keywords, in any order', () => {
    expect(labels('content')).toEqual(['Canon EOS 70D', 'Content', 'New item'])
    expect(labels('OFF sign')).toEqual(['Canon EOS 70D', 'Log out'])
  })
})
