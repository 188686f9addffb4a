import { describe, expect, it } from '@rstest/core'
import {
  ancestorsOf,
  indexTree,
  isWithin,
  keyboardMove,
  moveOf,
  rowOf,
  type TreeNode,
  visibleRows,
} from './tree-model.ts'
import { searchTree } from './tree-search.ts'

const node = (id: string, parentId: string | null = null, label = id): TreeNode => ({ id, parentId, label })

/**
 *  cameras ─ reflex ─ full-frame
 *          └ mirrorless
 *  lenses
 */
const nodes = [
  node('cameras'),
  node('reflex', 'cameras'),
  node('full-frame', 'reflex', 'Full frame'),
  node('mirrorless', 'cameras'),
  node('lenses'),
]
const index = indexTree(nodes)
const ids = (rows: { id: string }[]) => rows.map((row) => row.id)

describe('the rows of a tree', () => {
  it('are the roots and the children of expanded nodes', () => {
    expect(ids(visibleRows(index, new Set()))).toEqual(['cameras', 'lenses'])
    expect(ids(visibleRows(index, new Set(['cameras'])))).toEqual(['cameras', 'reflex', 'mirrorless', 'lenses'])
  })

  it('have level, position and number of siblings', () => {
    const [, reflex, mirrorless] = visibleRows(index, new Set(['cameras']))
    expect(reflex).toMatchObject({ level: 2, posInSet: 1, setSize: 2, childCount: 1, isExpanded: false })
    expect(mirrorless).toMatchObject({ level: 2, posInSet: 2, setSize: 2, childCount: 0 })
  })

  it('show a node whose parent is missing as a root', () => {
    expect(ids(visibleRows(indexTree([node('orphan', 'gone')]), new Set()))).toEqual(['orphan'])
  })

  it('of a chain 20,000 deep are found without a stack overflow', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`))
    expect(visibleRows(indexTree(chain), new Set(chain.map(({ id }) => id)))).toHaveLength(20_000)
  })
})

describe('a search', () => {
  it('expands the ancestors of matches, collapses other nodes, and reorders nothing', () => {
    const rows = visibleRows(index, new Set(), searchTree(index, 'FULL'))
    expect(rows.map(({ id, isMatch }) => [id, isMatch])).toEqual([
      ['cameras', false],
      ['reflex', false],
      ['full-frame', true],
      ['mirrorless', false],
      ['lenses', false],
    ])
  })

  it('for an empty text is no search', () => {
    expect(searchTree(index, '  ')).toBeUndefined()
  })
})

describe('a move', () => {
  it('before, after and into another node counts positions without the moved node', () => {
    expect(moveOf(index, 'lenses', 'cameras', 'before')).toEqual({ id: 'lenses', parentId: null, position: 0 })
    expect(moveOf(index, 'reflex', 'mirrorless', 'after')).toEqual({ id: 'reflex', parentId: 'cameras', position: 1 })
    expect(moveOf(index, 'lenses', 'cameras', 'inside')).toEqual({ id: 'lenses', parentId: 'cameras', position: 2 })
  })

  it('into itself or below itself is not allowed', () => {
    expect(moveOf(index, 'cameras', 'full-frame', 'inside')).toBeUndefined()
    expect(moveOf(index, 'cameras', 'cameras', 'after')).toBeUndefined()
  })

  it('that changes nothing is no move', () => {
    expect(moveOf(index, 'cameras', 'lenses', 'before')).toBeUndefined()
    expect(moveOf(index, 'mirrorless', 'cameras', 'inside')).toBeUndefined()
  })

  it('by keyboard goes up, down, in under the one above, and out beside the parent', () => {
    expect(keyboardMove(index, 'mirrorless', 'up')).toEqual({ id: 'mirrorless', parentId: 'cameras', position: 0 })
    expect(keyboardMove(index, 'reflex', 'down')).toEqual({ id: 'reflex', parentId: 'cameras', position: 1 })
    expect(keyboardMove(index, 'mirrorless', 'in')).toEqual({ id: 'mirrorless', parentId: 'reflex', position: 1 })
    expect(keyboardMove(index, 'full-frame', 'out')).toEqual({ id: 'full-frame', parentId: 'cameras', position: 1 })
    expect(keyboardMove(index, 'cameras', 'up')).toBeUndefined()
    expect(keyboardMove(index, 'cameras', 'out')).toBeUndefined()
  })
})

describe('ancestors', () => {
  it('are listed from the parent up', () => {
    expect(ancestorsOf(index, 'full-frame').map(({ id }) => id)).toEqual(['reflex', 'cameras'])
    expect(isWithin(index, 'full-frame', 'cameras')).toBe(true)
    expect(isWithin(index, 'cameras', 'full-frame')).toBe(false)
  })

  it('in a circle end the walk', () => {
    expect(ancestorsOf(indexTree([node('a', 'b'), node('b', 'a')]), 'a').length).toBeLessThan(3)
  })
})

describe('a tree that has only some of its nodes', () => {
  /** Five roots, of which the second and the fourth are there; the second has three children, of which the last is there. */
  const part = (id: string, parentId: string | null, position: number, childCount = 0): TreeNode => ({
    ...node(id, parentId),
    position,
    childCount,
  })
  const parts = indexTree([part('b', null, 1, 3), part('b3', 'b', 2), part('d', null, 3)], 5)
  const drawn = (rows: { id: string; node: TreeNode | undefined; posInSet: number; setSize: number }[]) =>
    rows.map((row) => `${row.node?.id ?? '…'} ${row.posInSet}/${row.setSize}`)

  it('has a row for each place, and a node stands at its own', () => {
    expect(drawn(visibleRows(parts, new Set(['b'])))).toEqual([
      '… 1/5',
      'b 2/5',
      '… 1/3',
      '… 2/3',
      'b3 3/3',
      '… 3/5',
      'd 4/5',
      '… 5/5',
    ])
  })

  it('can be expanded before any child is there', () => {
    const closed = indexTree([part('a', null, 0, 2)], 1)
    expect(drawn(visibleRows(closed, new Set(['a'])))).toEqual(['a 1/1', '… 1/2', '… 2/2'])
    expect(visibleRows(closed, new Set())[0]).toMatchObject({ childCount: 2, isExpanded: false })
  })

  it('keeps the place of a row once its node is there', () => {
    const before = visibleRows(parts, new Set())
    const id = before[2]?.id ?? ''
    const filled = indexTree([part('b', null, 1, 3), part('c', null, 2), part('d', null, 3)], 5)
    expect(rowOf(visibleRows(filled, new Set()), id)).toBe(2)
  })

  it('draws every node, also where the positions do not fit together', () => {
    const odd = indexTree([part('a', null, 7), part('b', null, 8)], 2)
    expect(drawn(visibleRows(odd, new Set()))).toEqual(['a 1/2', 'b 2/2'])
  })

  it('moves nodes by their places among all siblings', () => {
    expect(keyboardMove(parts, 'd', 'up')).toEqual({ id: 'd', parentId: null, position: 2 })
    expect(keyboardMove(parts, 'd', 'down')).toEqual({ id: 'd', parentId: null, position: 4 })
    // What stands above it is not known.
    expect(keyboardMove(parts, 'd', 'in')).toBeUndefined()
    expect(keyboardMove(parts, 'b3', 'out')).toEqual({ id: 'b3', parentId: null, position: 2 })
    expect(moveOf(parts, 'd', 'b', 'inside')).toEqual({ id: 'd', parentId: 'b', position: 3 })
    expect(moveOf(parts, 'd', 'b3', 'before')).toEqual({ id: 'd', parentId: 'b', position: 2 })
    expect(moveOf(parts, 'b', 'd', 'after')).toEqual({ id: 'b', parentId: null, position: 3 })
  })
})
