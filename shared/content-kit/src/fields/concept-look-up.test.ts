import type { FoundConcept } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { conceptLabelOf, createConceptLookUp } from './concept-look-up.ts'

const concept = (conceptId: string): FoundConcept => ({
  conceptId,
  taxonomyId: 't',
  taxonomyName: 'Goods',
  name: `Name of ${conceptId}`,
  nameLanguage: 'en-US',
  path: ['Food', 'Dairy'],
})

describe('a look-up of concepts', () => {
  it('asks once for what is asked for together, in calls of two hundred', async () => {
    const calls: number[] = []
    const lookUp = createConceptLookUp(async (ids) => {
      calls.push(ids.length)
      return ids.filter((id) => id !== '7').map(concept)
    })
    const ids = Array.from({ length: 250 }, (_, at) => String(at))
    const found = await Promise.all([...ids, '1'].map(lookUp))
    expect(calls).toEqual([200, 50])
    expect(found.map((each) => each?.conceptId)).toEqual([...ids.map((id) => (id === '7' ? undefined : id)), '1'])
    await lookUp('1')
    expect(calls).toEqual([200, 50, 1])
  })

  it('fails for all that were in the call', async () => {
    const lookUp = createConceptLookUp(() => Promise.reject(new Error('no network')))
    const outcomes = await Promise.allSettled([lookUp('a'), lookUp('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('says where a concept stands', () => {
    expect(conceptLabelOf(concept('a')).path).toBe('Goods › Food › Dairy')
  })
})
