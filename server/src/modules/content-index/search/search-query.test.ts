import { describe, expect, it } from '@rstest/core'
import { searchTermsOf } from '../write/search-terms.ts'
import { wordQueryOf } from './search-query.ts'

type Stems = Readonly<Record<string, string>>
type Forms = Readonly<Record<string, readonly string[]>>

const query = (text: string, forms: Forms = {}, ...languages: readonly (Stems | undefined)[]) => {
  const terms = searchTermsOf(text)
  const ofWords = <Found>(found: (word: string) => Found, otherwise: Found) =>
    terms.map((term) => (term.kind === 'word' ? found(term.text) : otherwise))
  return wordQueryOf(
    'anywhere',
    terms,
    languages.map((stems) => stems && ofWords((word) => stems[word] ?? null, null)),
    { words: 'begun', parts: 'none', forms: ofWords((word) => forms[word] ?? [], []) },
  )
}

const codes = (text: string) =>
  wordQueryOf('anywhere', searchTermsOf(text), [undefined], { words: 'begun', parts: 'of codes' })

describe('the query of a text', () => {
  it.each([
    [
      'a word as written or in another form, and as a prefix while it is typed',
      query('Lamps', { lamps: ['lamp', 'lamps'] }, { lamps: 'lamp' }),
      '("lamps" * OR "lamp")',
    ],
    [
      'all words, of which only the last is a prefix',
      query('red lamps', { lamps: ['lamp'] }, { red: 'red', lamps: 'lamp' }),
      '"red" AND ("lamps" * OR "lamp")',
    ],
    ['no stop words', query('the lamp', {}, { lamp: 'lamp' }), '"lamp" *'],
    ['the last word, though it is a stop word', query('the', {}, {}), '"the" *'],
    ['every word where the language has no stemmer', query('the lamp', {}, undefined), '"the" AND "lamp" *'],
    [
      'the forms of all languages that a text may be in, without the stop words of its own',
      query(
        'die Lampen an',
        { die: ['die'], lampen: ['lampe'], an: ['an'] },
        { lampen: 'lamp', an: 'an' },
        { die: 'die', lampen: 'lampen', an: 'an' },
      ),
      '("lampen" OR "lampe") AND "an" *',
    ],
    ['neighbours, of scripts without spaces', query('東京都', {}, {}), '"东京 京都"'],
    ['parts of codes with `_`, whatever else is in them', codes('ox_re'), '("ox_re" * OR "~oxr ~xre")'],
    ['no parts of words with other signs', codes('box#red'), '"box#red" *'],
    ['signs as prefixes', query('100%', {}, {}), '"100%" *'],
    ['backslashes as they stand', query('a\\', {}, {}), '"a\\" *'],
    ['nothing where there is no word', query('"', {}, {}), ''],
  ])('looks for %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('looks in the columns of names alone', () => {
    expect(wordQueryOf('in the name', searchTermsOf('lamps'), [['lamp']])).toBe('{title name} : "lamps" *')
  })
})
