import { describe, expect, it } from '@rstest/core'
import { type Edits, merge } from './merge.ts'
import type { Slot } from './values.ts'

const value = (given: unknown): Slot => ({ value: given })
const merged = (edits: [string, Slot][], current: Record<string, Slot>, since: [string, Slot][]) => {
  const { apply, conflicts } = merge(new Map(edits) satisfies Edits, (name) => current[name], new Map(since))
  return { apply: Object.fromEntries(apply), conflicts }
}

describe('merging', () => {
  it('takes edits to fields that nobody else has touched', () => {
    expect(merged([['a', value(1)]], { a: value(0), b: value(9) }, [['b', value(8)]])).toEqual({
      apply: { a: value(1) },
      conflicts: [],
    })
  })
  it('refuses an edit to a field that somebody else has changed, with all three values', () => {
    expect(merged([['a', value('mine')]], { a: value('theirs') }, [['a', value('base')]])).toEqual({
      apply: {},
      conflicts: [{ name: 'a', base: value('base'), mine: value('mine'), theirs: value('theirs') }],
    })
  })
  it('sees agreement where both sides wrote the same', () => {
    expect(merged([['a', value([1, { b: 2 }])]], { a: value([1, { b: 2 }]) }, [['a', value(0)]])).toEqual({
      apply: {},
      conflicts: [],
    })
  })
  it('refuses a reset against an edit, and an edit against a reset', () => {
    expect(merged([['a', undefined]], { a: value('theirs') }, [['a', value('base')]]).conflicts).toHaveLength(1)
    expect(merged([['a', value('mine')]], { a: undefined }, [['a', value('base')]]).conflicts).toHaveLength(1)
  })
  it('tells deliberately empty from inherited', () => {
    expect(merged([['a', value(null)]], { a: undefined }, [['a', value('base')]]).conflicts).toHaveLength(1)
  })
  it('takes what was only sent back as it was seen for no edit: the other side stays', () => {
    expect(merged([['a', value('base')]], { a: value('theirs') }, [['a', value('base')]])).toEqual({
      apply: {},
      conflicts: [],
    })
  })
  it('takes changed and changed back for no change', () => {
    expect(merged([['a', value('mine')]], { a: value('base') }, [['a', value('base')]]).apply).toEqual({
      a: value('mine'),
    })
  })
})
