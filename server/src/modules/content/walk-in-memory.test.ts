import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { ItemInMemory } from '../../../testing/content-walk/item-in-memory.ts'
import { moves } from '../../../testing/content-walk/random-moves.ts'
import { ReferenceModel } from '../../../testing/content-walk/reference-model.ts'
import { applyToModel, baseOf, expectAgreement, isUnambiguous } from '../../../testing/content-walk/walked-item.ts'
import { rounds, seed } from '../../../testing/random.ts'

/*
 * The same walk as in reference-model.test.ts, over the decisions alone: as many steps as it takes to come everywhere,
 * while the slower one looks at what is stored and delivered.
 */
const walks = rounds(100)
const maxWalkLength = 60

describe('what is decided for a content item', () => {
  it('is what the model decides, wherever one walks', () => {
    let steps = 0
    const refusals = new Map<string, number>()
    const property = fc.property(fc.array(moves, { minLength: 20, maxLength: maxWalkLength, size: 'max' }), (walk) => {
      const [model, item] = [new ReferenceModel({ tone: 'calm' }), new ItemInMemory()]
      for (const move of walk.filter(isUnambiguous)) {
        const base = baseOf(model, move)
        const ended = item.apply(move, base)
        expect(ended).toBe(applyToModel(model, move, base))
        expectAgreement(item.state, model)
        refusals.set(ended, (refusals.get(ended) ?? 0) + 1)
        steps += 1
      }
    })
    fc.assert(property, { numRuns: walks })
    // A few walks may not come everywhere.
    for (let more = 1; refusals.size < 5 && more < 100; more += 1)
      fc.assert(property, { numRuns: 10, seed: seed + more })
    console.info(
      `${steps} steps of random walks from seed ${seed}, no difference: ${JSON.stringify(Object.fromEntries(refusals))}`,
    )
    expect(steps).toBeGreaterThan(walks * 10)
    // A walk that is never refused, or never succeeds, has not been everywhere.
    expect([...refusals.keys()].sort()).toEqual([
      'INVALID_TRANSITION',
      'STILL_NEEDED',
      'VALIDATION_FAILED',
      'VERSION_CONFLICT',
      'done',
    ])
  })
})
