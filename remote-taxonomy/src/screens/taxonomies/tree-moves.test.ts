import type { Concept } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import {
  neighbourOf,
  placeOf,
  type ShownConcept,
  subtreeOf,
  withConcept,
  withMove,
  withoutConcept,
  withTheirParents,
} from './tree-moves.ts'

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

describe('a tree that has only some of its concepts', () => {
  const part = (conceptId: string, parent: string | null, position: number, childCount = 0): ShownConcept => ({
    ...concept(conceptId, parent, position),
    childCount,
  })
  /** a ─ …, c, …;  …, f */
  const parts = [part('a', null, 0, 3), part('c', 'a', 1), part('f', null, 2)]
  const drawn = (tree: readonly ShownConcept[]) =>
    tree.map((each) => `${each.parentConceptId ?? ''}/${each.conceptId} ${each.position} (${each.childCount})`).sort()

  it('moves a concept by its place, and those behind it at both ends', () => {
    const moved = withMove(parts, { id: 'f', parentId: 'a', position: 1 })
    expect(drawn(moved)).toEqual(['/a 0 (4)', 'a/c 2 (0)', 'a/f 1 (0)'])
    expect(withMove(moved, { id: 'f', parentId: 'a', position: 1 })).toBe(moved)
    expect(drawn(withMove(parts, { id: 'a', parentId: null, position: 2 }))).toEqual([
      '/a 2 (3)',
      '/f 1 (0)',
      'a/c 1 (0)',
    ])
  })

  it('takes a move back to where it was', () => {
    const before = placeOf(parts, 'c')
    expect(before).toEqual({ id: 'c', parentId: 'a', position: 1 })
    const moved = withMove(parts, { id: 'c', parentId: null, position: 0 })
    expect(before && drawn(withMove(moved, before))).toEqual(drawn(parts))
  })

  it('leaves out what is there without all that is above it, also in a circle', () => {
    const read = [...parts, part('y', 'x', 0), part('z', 'y', 0), part('o', 'p', 0), part('p', 'o', 0)]
    expect(drawn(withTheirParents(read))).toEqual(drawn(parts))
    expect(withTheirParents([...read, part('x', 'c', 0)]).map(({ conceptId }) => conceptId)).toEqual([
      ...['a', 'c', 'f', 'y', 'z', 'x'],
    ])
  })

  it('makes room for a new one and closes the place of one that goes, once', () => {
    const more = withConcept(parts, concept('n', 'a', 1))
    expect(drawn(more)).toEqual(['/a 0 (4)', '/f 2 (0)', 'a/c 2 (0)', 'a/n 1 (0)'])
    expect(drawn(withConcept(more, concept('n', 'a', 1)))).toEqual(drawn(more))
    expect(drawn(withoutConcept(parts, 'a'))).toEqual(['/f 1 (0)'])
    expect(drawn(withoutConcept(withoutConcept(parts, 'c'), 'c'))).toEqual(['/a 0 (2)', '/f 2 (0)'])
  })
})
