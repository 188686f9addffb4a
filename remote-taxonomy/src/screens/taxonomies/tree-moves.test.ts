import type { Concept } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { neighbourOf, placeOf, subtreeOf, withConcept, withMove } from './tree-moves.ts'

const concept = (conceptId: string, parentConceptId: string | null, position: number): Concept => ({
  conceptId,
  friendlyName: conceptId,
  description: '',
  parentConceptId,
  position,
})
/** a ─ b, c;  d */
const concepts = [concept('a', null, 0), concept('b', 'a', 0), concept('c', 'a', 1), concept('d', null, 1)]
const below = (tree: readonly Concept[], parent: string | null) =>
  tree.filter(({ parentConceptId }) => parentConceptId === parent).map(({ conceptId }) => conceptId)

describe('a move', () => {
  it('puts a concept at its place among the children that are there without it', () => {
    expect(below(withMove(concepts, { id: 'd', parentId: 'a', position: 1 }), 'a')).toEqual(['b', 'd', 'c'])
    expect(below(withMove(concepts, { id: 'b', parentId: 'a', position: 1 }), 'a')).toEqual(['c', 'b'])
    expect(below(withMove(concepts, { id: 'b', parentId: null, position: 9 }), null)).toEqual(['a', 'd', 'b'])
  })

  it('made twice is made once', () => {
    const once = withMove(concepts, { id: 'd', parentId: 'a', position: 0 })
    expect(withMove(once, { id: 'd', parentId: 'a', position: 0 })).toEqual(once)
  })

  it('is taken back by moving to where it was', () => {
    const before = placeOf(concepts, 'b')
    const moved = withMove(concepts, { id: 'b', parentId: null, position: 0 })
    expect(before && below(withMove(moved, before), 'a')).toEqual(['b', 'c'])
  })
})

describe('the tree', () => {
  it('takes a new concept at its place', () => {
    expect(below(withConcept(concepts, concept('n', 'a', 1)), 'a')).toEqual(['b', 'n', 'c'])
  })

  it('names what goes with a concept, parents first', () => {
    expect(subtreeOf(concepts, 'a').map(({ conceptId }) => conceptId)).toEqual(['a', 'b', 'c'])
  })

  it('selects the next one when a concept goes, or the one before, or the parent', () => {
    expect(neighbourOf(concepts, 'b')).toBe('c')
    expect(neighbourOf(concepts, 'c')).toBe('b')
    expect(neighbourOf([concept('a', null, 0), concept('b', 'a', 0)], 'b')).toBe('a')
  })
})
