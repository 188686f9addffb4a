import { describe, expect, it } from '@rstest/core'
import { lexemesOf } from './search-document.repository.ts'

const stems = new Map([
  ['english_stem houses', 'hous'],
  ['german_stem houses', 'hous'],
])
const stemOf = (stemmer: string, word: string): string | null => stems.get(`${stemmer} ${word}`) ?? null
const word = (text: string, more = {}) => ({ text, stemmers: ['english_stem'], places: '', isInName: false, ...more })

describe('the words of a document', () => {
  it('are written as they stand and as their stems, those of the name with a mark, too', () => {
    expect(lexemesOf([word('houses'), word('the')], stemOf)).toBe(`'houses' 'hous' 'the'`)
    expect(lexemesOf([word('houses', { places: '1A,7', isInName: true })], stemOf)).toBe(
      `'houses':1A,7 '<houses':1A,7 'hous':1A,7 '<hous':1A,7`,
    )
  })

  it('may have signs of the notation', () => {
    expect(lexemesOf([word(`a'b\\c`)], stemOf)).toBe(`'a''b\\\\c'`)
  })
})
