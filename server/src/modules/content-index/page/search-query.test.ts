import { describe, expect, it } from '@rstest/core'
import { searchTermsOf } from '../write/search-terms.ts'
import { wordQueryOf } from './search-query.ts'

type Stems = Readonly<Record<string, string>>

const query = (text: string, ...languages: readonly (Stems | undefined)[]) => {
  const terms = searchTermsOf(text)
  const stemsOf = (stems: Stems) => terms.map((term) => (term.kind === 'word' ? (stems[term.text] ?? null) : null))
  return wordQueryOf(
    'anywhere',
    terms,
    languages.map((stems) => stems && stemsOf(stems)),
  )
}

describe('the tsquery of a text', () => {
  it.each([
    [
      'a word as written or by its stem, and as a prefix while it is typed',
      query('Lamps', { lamps: 'lamp' }),
      "('lamps':* | 'lamp')",
    ],
    [
      'all words, of which only the last is a prefix',
      query('red lamps', { red: 'red', lamps: 'lamp' }),
      "'red' & ('lamps':* | 'lamp')",
    ],
    ['no stop words', query('the lamp', { lamp: 'lamp' }), "'lamp':*"],
    ['the last word, though it is a stop word', query('the', {}), "'the':*"],
    ['every word where the language has no stemmer', query('the lamp', undefined), "'the' & 'lamp':*"],
    [
      'the stems of all languages that a text may be in, and the stop words of its own',
      query('die Lampen an', { lampen: 'lamp', an: 'an' }, { die: 'die', lampen: 'lampen', an: 'an' }),
      "('lampen' | 'lamp') & 'an':*",
    ],
    ['neighbours, of scripts without spaces', query('東京都', {}), "('东京' <-> '京都')"],
    ['signs as prefixes', query('100%', {}), "'100%':*"],
    ['quotes and backslashes as they stand', query('a\\', {}), "'a\\\\':*"],
    ['nothing where there is no word', query('"', {}), ''],
  ])('looks for %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('looks in names by a mark of their own', () => {
    expect(wordQueryOf('in the name', searchTermsOf('lamps'), [['lamp']])).toBe("('<lamps':* | '<lamp')")
  })
})
