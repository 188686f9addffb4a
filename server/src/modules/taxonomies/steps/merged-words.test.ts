import { maxSynonyms } from '@pim/contract/taxonomies/schemas.ts'
import { describe, expect, it } from '@rstest/core'
import { mergedWords } from './merged-words.ts'

const words = { friendlyName: 'Sofa', description: '', names: {}, descriptions: {}, synonyms: {} }
const full = Array.from({ length: maxSynonyms - 1 }, (_, at) => `Word ${at}`)

describe('the words of a merge', () => {
  it('become synonyms, those that are there already once, and nothing is lost', () => {
    const from = {
      ...words,
      friendlyName: 'Couch',
      names: { 'sv-SE': 'Soffa' },
      synonyms: { 'en-US': ['Settee', 'Sofa'] },
    }
    const to = { ...words, names: { 'sv-SE': 'Soffa' }, synonyms: { 'en-US': ['Settee'] } }
    expect(mergedWords(from, to, 'en-US')).toEqual({ synonyms: { 'en-US': ['Settee', 'Couch'] }, lost: [] })
  })

  it('names those for which there is no room, and the descriptions, which nobody takes', () => {
    const from = {
      ...words,
      friendlyName: 'Couch',
      description: 'To sit on',
      descriptions: { 'sv-SE': 'Att sitta på' },
      synonyms: { 'en-US': ['Divan', 'Ottoman', 'Word 3'] },
    }
    const merged = mergedWords(from, { ...words, synonyms: { 'en-US': full } }, 'en-US')
    expect(merged.synonyms['en-US']).toEqual([...full, 'Couch'])
    expect(merged.lost).toEqual([
      { kind: 'synonyms', language: 'en-US', words: ['Divan', 'Ottoman'] },
      { kind: 'description', language: 'en-US', words: ['To sit on'] },
      { kind: 'description', language: 'sv-SE', words: ['Att sitta på'] },
    ])
  })
})
