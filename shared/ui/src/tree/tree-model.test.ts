import { describe, expect, it } from '@rstest/core'
import { ancestorsOf, indexTree, isWithin, keyboardMove, moveOf, type TreeNode, visibleRows } from './tree-model.ts'
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
const ids = (rows: { node: TreeNode }[]) => rows.map((row) => row.node.id)

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
    expect(rows.map(({ node: { id }, isMatch }) => [id, isMatch])).toEqual([
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
