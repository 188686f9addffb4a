import type { Concept } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { isTyped, nothingTyped, withCode, withTyped, wordsToSend } from './concept-words-draft.ts'

const concept: Concept = {
  conceptId: 'c',
  friendlyName: 'Cheese',
  description: '',
  parentConceptId: null,
  position: 0,
  code: 'CH',
  names: { 'en-US': 'Cheese', 'de-DE': 'Käse' },
  synonyms: { 'de-DE': ['Hartkäse', 'Weichkäse'] },
}

describe('words that were typed', () => {
  it('go with those of the other languages, which they would take away', () => {
    const draft = withTyped(nothingTyped, concept, 'sv-SE', {
      name: ' Ost ',
      synonyms: 'Hårdost\n\nHårdost\n Mjukost ',
    })
    expect(wordsToSend(draft, concept)).toEqual({
      names: { 'en-US': 'Cheese', 'de-DE': 'Käse', 'sv-SE': 'Ost' },
      synonyms: { 'de-DE': ['Hartkäse', 'Weichkäse'], 'sv-SE': ['Hårdost', 'Mjukost'] },
    })
  })

  it('take away what was made empty', () => {
    const draft = withCode(withTyped(nothingTyped, concept, 'de-DE', { name: '', synonyms: '' }), concept, ' ')
    expect(wordsToSend(draft, concept)).toEqual({ code: null, names: { 'en-US': 'Cheese' }, synonyms: {} })
  })

  it('are none where they are as they are stored', () => {
    const typed = withCode(withTyped(nothingTyped, concept, 'de-DE', { name: 'Kä' }), concept, 'CHE')
    expect(isTyped(typed)).toBe(true)
    expect(isTyped(withCode(withTyped(typed, concept, 'de-DE', { name: 'Käse' }), concept, 'CH'))).toBe(false)
    expect(wordsToSend(nothingTyped, concept)).toEqual({})
  })
})
