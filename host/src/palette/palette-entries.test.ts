import { describe, expect, it } from '@rstest/core'
import { fitting, type PaletteEntry } from './palette-entries.ts'

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
const labels = (typed: string) => fitting(entries, typed, 'en-US').map(({ label }) => label)

describe('the palette', () => {
  it('shows what was found, then places, then commands', () => {
    expect(labels('')).toEqual(['Canon EOS 70D', 'Content', 'Log out', 'New item'])
  })

  it('finds places and commands by their words and other words for them, in any order', () => {
    expect(labels('content')).toEqual(['Canon EOS 70D', 'Content', 'New item'])
    expect(labels('OFF sign')).toEqual(['Canon EOS 70D', 'Log out'])
  })
})
