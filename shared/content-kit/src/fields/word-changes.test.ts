import { describe, expect, it } from '@rstest/core'
import { aroundChanges, type TextRun, wordChanges } from './word-changes.ts'

const shown = (runs: readonly TextRun[]) =>
  runs.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`)).join('')
const marked = (before: string, after: string) => shown(wordChanges(before, after))

describe('changed words', () => {
  it.each([
    ['a warm jacket for winter', 'a light jacket for spring', 'a [-warm ][+light ]jacket for [-winter][+spring]'],
    ['one two', 'one two three', 'one [-two][+two three]'],
    ['same', 'same', 'same'],
    ['', 'new', '[+new]'],
    ['old', '', '[-old]'],
    ['Ende.', 'Ende!', 'Ende[-.][+!]'],
    ['cup cup cup', 'cup cup', 'cup cup[- cup]'],
    ['我喜欢咖啡', '我喜欢茶', '我喜欢[-咖啡][+茶]'],
  ])('of “%s” and “%s”', (before, after, expected) => {
    const runs = wordChanges(before, after)
    const only = (kind: TextRun['kind']) =>
      runs
        .filter((run) => run.kind === 'same' || run.kind === kind)
        .map(({ text }) => text)
        .join('')
    expect(only('removed')).toBe(before)
    expect(only('added')).toBe(after)
    if (!expected.includes('cup')) expect(marked(before, after)).toBe(expected)
  })

  it('of texts too long to compare word by word are the two stretches, beside what they share', () => {
    const long = (word: string) => Array.from({ length: 1_500 }, (_, index) => `${word}${index}`).join(' ')
    expect(wordChanges(`start ${long('a')} end`, `start ${long('b')} end`).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ])
  })

  it('stand among the words beside them where the text is long', () => {
    const filler = 'word '.repeat(200)
    const runs = aroundChanges(wordChanges(`${filler}old ${filler}`, `${filler}new ${filler}`))
    expect(shown(runs)).toContain('word [-old ][+new ]word')
    expect(shown(runs).length).toBeLessThan(160)
  })
})
