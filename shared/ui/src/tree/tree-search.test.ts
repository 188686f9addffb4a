import { describe, expect, it } from '@rstest/core'
import { indexTree } from './tree-model.ts'
import { searchSteps, searchTree } from './tree-search.ts'

const nodes = Array.from({ length: 10_000 }, (_, at) => ({
  id: `${at}`,
  parentId: at < 10 ? null : `${at % 10}`,
  label: `Lamp ${at}`,
}))

describe('the search of a large tree', () => {
  it('runs in steps, with the same result as in one go', () => {
    const index = indexTree(nodes)
    const steps = searchSteps(index, 'LAMP 99')
    let pauses = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) pauses += 1
    expect(pauses).toBeGreaterThan(3)
    expect(step.value).toEqual(searchTree(index, 'LAMP 99'))
    expect(step.value?.matches.size).toBe(111)
    expect([...(step.value?.opened ?? [])].toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('gets the same index for the same nodes', () => {
    expect(indexTree(nodes)).toBe(indexTree(nodes))
  })

  it('takes what was found elsewhere for a match, in its place below those above it', () => {
    const found = searchTree(indexTree(nodes), 'bulb', 'en-US', new Set(['57', 'gone']))
    expect([[...(found?.matches ?? [])], [...(found?.opened ?? [])]]).toEqual([['57'], ['7']])
  })
})
