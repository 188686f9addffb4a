import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { type Plan, planOf } from './plan.ts'
import { budgets } from './plan-cost.ts'
import type { ConditionFigures, Figures, ScanFigures } from './plan-figures.ts'

const scan: ScanFigures = { isExact: true, costPerRow: 1 }
/** A scan that looks up each row in another table to test it. */
const testing: ScanFigures = { ...scan, costPerRow: 13 }
const longWalk = Math.ceil(budgets.longWalk / testing.costPerRow)
const inexact: ScanFigures = { ...testing, isExact: false }

const list: Figures = {
  possible: 100_000,
  offset: 0,
  limit: 25,
  conditions: [],
  costPerCandidate: 14,
  scan,
  endsWithoutValue: false,
}
const all: Figures = { ...list, total: 100_000 }

const cheap: ConditionFigures = { finds: 'matching', isExpensive: false, isWithinList: false }
const within: ConditionFigures = { ...cheap, isWithinList: true }
const expensive: ConditionFigures = { ...cheap, isExpensive: true }
const expensiveWithin: ConditionFigures = { ...within, isExpensive: true }
const excluding: ConditionFigures = { ...within, finds: 'excluded' }
const unindexed: ConditionFigures = { ...cheap, finds: 'nothing' }

const exactly = (count: number, of = cheap): ConditionFigures => ({ ...of, rows: { count, isComplete: true } })
const atLeast = (count: number, of = cheap): ConditionFigures => ({ ...of, rows: { count, isComplete: false } })

const by = (...conditions: ConditionFigures[]): Figures => ({ ...list, scan: testing, conditions })
const sample = (hits: number) => ({ rows: 308, hits })

type Case = readonly [what: string, figures: Figures, plan: Partial<Plan>]

const withoutConditions: readonly Case[] = [
  ['nothing that could match', { ...list, possible: 0 }, { kind: 'empty', total: 0 }],
  ['a page beyond the end', { ...list, total: 30, offset: 30 }, { kind: 'empty', total: 30 }],
  [
    'an index that holds the list',
    { ...all, offset: 50 },
    { kind: 'index-scan', offset: 50, limit: 25, reversed: false, total: 100_000, estimatedCost: 75 },
  ],
  [
    'a page behind the middle is read from the far end',
    { ...all, offset: 60_000 },
    { kind: 'index-scan', offset: 39_975, limit: 25, reversed: true, estimatedCost: 40_000 },
  ],
  [
    'the last page holds what is left',
    { ...all, offset: 99_990 },
    { kind: 'index-scan', offset: 0, limit: 10, reversed: true },
  ],
  ['the order of a field', { ...all, endsWithoutValue: true }, { kind: 'field-scan', total: 100_000 }],
  [
    'an index that holds other rows too, first page',
    { ...all, scan: inexact },
    { kind: 'walk', reason: 'the page lies early in the order', estimatedCost: 325, budget: 1_847 },
  ],
  [
    'an index that holds other rows too, far page of a short list',
    { ...all, possible: 1_900, total: 1_900, offset: 1_875, scan: inexact },
    { kind: 'candidate-set', reason: 'the list is short', except: [] },
  ],
  [
    'an index that holds other rows too, far page of a long list',
    { ...all, offset: 50_000, scan: inexact },
    { kind: 'walk', reason: 'no set of candidates is small', budget: 101_847 },
  ],
  ['no index, short list', { ...list, possible: 1_999, scan: undefined }, { kind: 'candidate-set', except: [] }],
  ['no index, long list', { ...list, scan: undefined }, { kind: 'intersection' }],
]

const oneCondition: readonly Case[] = [
  ['that is not counted yet', by(cheap), { kind: 'count', conditions: [{ at: 0, most: 2_501 }], estimatedCost: 2_501 }],
  ['that no index finds rows for', by(unindexed), { kind: 'walk', estimatedCost: 325 }],
  [
    'that finds few rows',
    by(exactly(500)),
    { kind: 'candidate-set', reason: 'a condition finds few rows', by: 0, estimatedCost: 7_000 },
  ],
  ['that finds few rows, which fill the page early in the order', by(exactly(1_999)), { kind: 'walk' }],
  [
    'that finds few rows, which cost less to fetch than a short walk',
    { ...by(exactly(500)), possible: 20_000 },
    { kind: 'candidate-set', by: 0, estimatedCost: 7_000 },
  ],
  [
    'that finds too few rows for the page: no walk, however cheap it would be',
    { ...by(exactly(400)), possible: 1_000, offset: 400, costPerCandidate: 100 },
    { kind: 'candidate-set', by: 0 },
  ],
  ['that finds few rows, far page', { ...by(exactly(1_999)), offset: 1_000 }, { kind: 'candidate-set', by: 0 }],
  ['that finds few rows, page beyond them', { ...by(exactly(500)), offset: 500 }, { kind: 'candidate-set', by: 0 }],
  ['that finds nothing in a list it lies within', by(exactly(0, within)), { kind: 'empty', total: 0 }],
  ['that finds nothing outside of the list either', by(exactly(0)), { kind: 'candidate-set', by: 0 }],
  [
    'that finds many rows',
    by(atLeast(2_500)),
    { kind: 'walk', reason: 'the page lies early in the order', budget: 1_847 },
  ],
  [
    'that finds many rows, of a list so short that all of it is fetched',
    { ...by(exactly(1_500)), possible: 1_500, offset: 1_400, scan: { ...testing, costPerRow: 100 } },
    { kind: 'candidate-set', reason: 'the list is short' },
  ],
  [
    'that finds many rows of the list, far page: a longer walk',
    { ...by(atLeast(2_500, within)), offset: 2_000 },
    { kind: 'walk', reason: 'no set of candidates is small', budget: 3 * 1_847 + 4_000 },
  ],
  [
    'that finds many rows, no index has the order',
    { ...by(atLeast(2_500)), scan: undefined },
    { kind: 'intersection' },
  ],
  [
    'that leaves few rows out',
    { ...by(exactly(10, excluding)), sample: sample(10) },
    { kind: 'walk', reason: 'the page lies early in the order' },
  ],
  [
    'that leaves nearly all rows out',
    { ...by(exactly(99_990, excluding)), sample: sample(10) },
    { kind: 'candidate-set', reason: 'the list is short', except: [0] },
  ],
  [
    'that one statement can count and read: many rows are walked',
    { ...by(within), isOneStatement: true },
    { kind: 'count-and-read', few: 438, most: 2_501, budget: 12_000 },
  ],
  [
    'that one statement can count and read, far page: what could be fetched is',
    { ...by(within), isOneStatement: true, offset: 2_000 },
    { kind: 'count-and-read', few: 1_999 },
  ],
  [
    'that one statement could count and read, counted already',
    { ...by(exactly(1_999, within)), isOneStatement: true },
    { kind: 'walk' },
  ],
  ['that leaves all rows out', { ...by(exactly(100_000, excluding)), sample: sample(10) }, { kind: 'empty', total: 0 }],
]

const expensiveOnes: readonly Case[] = [
  ['one: the first rows are tried', by(expensive), { kind: 'sample', rows: 308, estimatedCost: 4_000 }],
  ['rows to be left out: the first rows are tried', by(excluding), { kind: 'sample' }],
  ['several: the first rows are tried', by(cheap, unindexed), { kind: 'sample' }],
  [
    'a page that does not lie among the first rows',
    { ...by(cheap, excluding, expensive), offset: 200 },
    {
      kind: 'count',
      conditions: [
        { at: 0, most: 2_501 },
        { at: 1, most: null },
        { at: 2, most: 1_000 },
      ],
      estimatedCost: 103_501,
    },
  ],
  [
    'a sample that holds the page',
    { ...by(expensive), sample: sample(26) },
    { kind: 'serve', total: 26, isCapped: true },
  ],
  [
    'a sample that ends with the page',
    { ...by(expensiveWithin), sample: sample(25) },
    { kind: 'walk', reason: 'the page lies early in the order' },
  ],
  [
    'a sample in which few rows match',
    { ...by(expensive), sample: sample(3) },
    { kind: 'limited-fetch', most: 2_000, estimatedCost: 28_000 },
  ],
  [
    'a sample whose rows lie mostly in other lists: the condition is not counted',
    { ...by(expensive, cheap), sample: sample(5) },
    { kind: 'count', conditions: [{ at: 1, most: 2_501 }] },
  ],
  [
    'a sample in which few rows match all: everything is counted',
    { ...by(expensive, cheap), sample: sample(4) },
    {
      kind: 'count',
      conditions: [
        { at: 0, most: 1_000 },
        { at: 1, most: 2_501 },
      ],
    },
  ],
  [
    'a sample of the whole list: everything is counted',
    { ...by(expensiveWithin, cheap), sample: sample(5) },
    {
      kind: 'count',
      conditions: [
        { at: 0, most: 1_000 },
        { at: 1, most: 2_501 },
      ],
    },
  ],
  [
    'a small set',
    { ...by(expensive), sample: sample(3), fetched: { total: 40 } },
    { kind: 'serve', total: 40, isCapped: false },
  ],
  ['a set over the limit', { ...by(atLeast(2_000, expensive)), sample: sample(3) }, { kind: 'walk' }],
  [
    'several of which none is selective, and few rows of the sample match all: a long walk',
    { ...by(atLeast(2_500), atLeast(1_000, expensive)), sample: sample(4) },
    { kind: 'walk', budget: longWalk },
  ],
  [
    'the same, as the row behind the page counts too',
    { ...by(atLeast(2_500), atLeast(1_000, expensive)), limit: 24, sample: sample(4) },
    { kind: 'walk', budget: longWalk },
  ],
  [
    'the same, after the long walk',
    {
      ...by(atLeast(2_500), atLeast(1_000, expensive)),
      sample: sample(4),
      walked: { rows: 25, budget: longWalk },
    },
    { kind: 'intersection', reason: 'the walk ended before the page was full' },
  ],
  [
    'of which one is counted to its end, and few rows of the sample match all: a walk would be too long',
    { ...by(exactly(2_400), atLeast(2_500)), sample: sample(0) },
    { kind: 'intersection', reason: 'the page lies too deep in the order' },
  ],
  [
    'several of which one tells nothing about the length: no longer walk',
    { ...by(atLeast(2_500, within), atLeast(2_500)), offset: 2_000 },
    { kind: 'walk', reason: 'no set of candidates is small', budget: 1_847 + 4_000 },
  ],
  [
    'several of which none is selective, and enough rows match all',
    { ...by(atLeast(2_500), atLeast(1_000, expensive)), sample: sample(5) },
    { kind: 'walk' },
  ],
  [
    'several of which one is selective',
    { ...by(atLeast(2_500), exactly(300), exactly(200), exactly(9, excluding)), sample: sample(0) },
    { kind: 'candidate-set', by: 2, except: [3] },
  ],
]

const walked = (rows: number, budget = 1_847) => ({ walked: { rows, budget } })
const afterWalks: readonly Case[] = [
  ['with a full page', { ...by(atLeast(2_500)), ...walked(26) }, { kind: 'serve', total: 26, isCapped: true }],
  [
    'with a full page of a list that is at least as long as was counted',
    { ...by(atLeast(2_500, within)), ...walked(26) },
    { kind: 'serve', total: 2_500, isCapped: true },
  ],
  [
    'with a full page of a list whose length was counted',
    { ...by(exactly(2_400, within)), ...walked(26) },
    { kind: 'serve', total: 2_400, isCapped: false },
  ],
  [
    'with a full page of a list that cannot be as long as was counted',
    { ...by(atLeast(2_500, within)), possible: 2_000, ...walked(26) },
    { kind: 'serve', total: 2_000, isCapped: true },
  ],
  [
    'that read the whole list',
    { ...by(unindexed), possible: 1_000, offset: 50, ...walked(25) },
    { kind: 'serve', total: 75, isCapped: false },
  ],
  [
    'that read the whole list and found nothing on the page, which tells no length',
    { ...by(unindexed), possible: 1_000, offset: 50, ...walked(0) },
    { kind: 'intersection' },
  ],
  [
    'that read all values of a field, but not the rows without one',
    { ...by(unindexed), possible: 1_000, endsWithoutValue: true, ...walked(25) },
    { kind: 'intersection' },
  ],
  [
    'whose budget was spent, where more rows match than were counted',
    { ...by(atLeast(2_500)), scan: testing, ...walked(25) },
    { kind: 'walk', budget: longWalk, reason: 'the first rows of the order are unlike the others' },
  ],
  [
    'whose long budget was spent',
    { ...by(atLeast(2_500)), scan: testing, walked: { rows: 25, budget: longWalk } },
    { kind: 'intersection' },
  ],
  [
    'whose budget was spent, where it is known how few match',
    { ...by(exactly(2_400)), ...walked(25) },
    { kind: 'intersection' },
  ],
  [
    'with the last rows of the list',
    { ...by(exactly(2_400, within)), offset: 2_380, ...walked(20) },
    { kind: 'serve', total: 2_400, isCapped: false },
  ],
  [
    'before the last rows of the list',
    { ...by(exactly(2_400, within)), offset: 2_380, ...walked(19) },
    { kind: 'intersection' },
  ],
]

describe.each([
  ['a list without conditions', withoutConditions],
  ['a list with one condition', oneCondition],
  ['a list with conditions that are expensive to count', expensiveOnes],
  ['a walk that ended', afterWalks],
] as const)('%s', (_, cases) => {
  it.each(cases)('%s', (_what, figures, plan) => {
    expect(planOf(figures)).toMatchObject(plan)
  })
})

describe('a plan that is made step by step', () => {
  const condition = fc.constantFrom(cheap, within, expensive, expensiveWithin, excluding, unindexed)
  const start = fc.record({
    possible: fc.constantFrom(0, 1, 900, 1_999, 50_000, 1_000_000),
    offset: fc.constantFrom(0, 25, 1_000, 500_000),
    conditions: fc.array(condition, { maxLength: 4 }),
    scan: fc.constantFrom(undefined, scan, testing, inexact),
    endsWithoutValue: fc.boolean(),
    isOneStatement: fc.boolean(),
    isTallied: fc.boolean(),
  })

  it('comes to an end, whatever is found on the way', () => {
    fc.assert(
      fc.property(start, fc.infiniteStream(fc.nat()), ({ isTallied, ...given }, found) => {
        let figures: Figures = { ...list, ...given }
        if (isTallied && figures.conditions.length === 0) figures = { ...figures, total: figures.possible }
        const next = (most: number): number => Number(found.next().value) % (most + 1)
        for (let steps = 1; steps <= 7; steps++) {
          const plan = planOf(figures)
          expect(plan.estimatedCost).toBeGreaterThanOrEqual(0)
          const after = afterStep(plan, figures, next)
          if (after === undefined) return
          figures = after
        }
        throw new Error('still going on after seven steps')
      }),
      { numRuns: 1_000 },
    )
  })
})

/** The figures after a step that found out something; undefined after one that ends the plan. */
function afterStep(plan: Plan, figures: Figures, next: (most: number) => number): Figures | undefined {
  switch (plan.kind) {
    case 'sample':
      return { ...figures, sample: { rows: plan.rows, hits: next(plan.rows) } }
    case 'limited-fetch': {
      const total = next(2 * plan.most)
      return total > plan.most
        ? { ...figures, conditions: figures.conditions.map((each) => atLeast(plan.most, each)) }
        : { ...figures, fetched: { total } }
    }
    case 'count': {
      const conditions = figures.conditions.map((each, at) => {
        const step = plan.conditions.find((one) => one.at === at)
        if (step === undefined) return each
        const count = next(step.most ?? figures.possible)
        return count === step.most ? atLeast(count, each) : exactly(count, each)
      })
      return { ...figures, conditions }
    }
    case 'count-and-read': {
      const count = next(plan.most)
      if (count <= plan.few) return { ...figures, fetched: { total: count } }
      const conditions = figures.conditions.map((each) => exactly(count, each))
      return { ...figures, conditions, walked: { rows: next(figures.limit + 1), budget: plan.budget } }
    }
    case 'walk':
      return { ...figures, walked: { rows: next(figures.limit + 1), budget: plan.budget } }
    default:
      return undefined
  }
}
