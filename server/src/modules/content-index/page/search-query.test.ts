import { describe, expect, it } from '@rstest/core'
import { searchTermsOf } from '../write/search-words.ts'
import { wordQueryOf } from './search-query.ts'

const query = (text: string, stems: Readonly<Record<string, string>> = {}, spaces = ['S'], hasStemmer = true) => {
  const terms = searchTermsOf(text)
  const stemmed = terms.map((term) => (term.kind === 'word' ? (stems[term.text] ?? null) : null))
  return wordQueryOf('anywhere', spaces, terms, stemmed, hasStemmer)
}

describe('the tsquery of a text', () => {
  it.each([
    [
      'a word as written or by its stem, and as a prefix while it is typed',
      query('Lamps', { lamps: 'lamp' }),
      "(('Swlamps':* | 'Sslamp'))",
    ],
    [
      'all words, of which only the last is a prefix',
      query('red lamps', { red: 'red', lamps: 'lamp' }),
      "(('Swred' | 'Ssred') & ('Swlamps':* | 'Sslamp'))",
    ],
    ['no stop words', query('the lamp', { lamp: 'lamp' }), "(('Swlamp':* | 'Sslamp'))"],
    ['the last word, though it is a stop word', query('the'), "('Swthe':*)"],
    ['every word where the language has no stemmer', query('the lamp', {}, ['S'], false), "('Swthe' & 'Swlamp':*)"],
    [
      'each space',
      query('lamp', { lamp: 'lamp' }, ['S', 'T']),
      "(('Swlamp':* | 'Sslamp')) | (('Twlamp':* | 'Tslamp'))",
    ],
    ['neighbours, of scripts without spaces', query('東京都'), "(('Sw東京' <-> 'Sw京都'))"],
    ['signs as prefixes', query('100%'), "('Sw100%':*)"],
    ['quotes and backslashes as they stand', query('a\\'), "('Swa\\\\':*)"],
    ['nothing where there is no word', query('"'), null],
  ])('looks for %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('looks in names by their own marks', () => {
    expect(wordQueryOf('in the name', ['S'], searchTermsOf('lamps'), ['lamp'], true)).toBe("(('Snlamps':* | 'Smlamp'))")
  })
})
