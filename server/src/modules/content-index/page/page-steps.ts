import type { Transaction } from '../../../platform/database/transaction.ts'
import { countCandidates, type RowCount } from './count.repository.ts'
import { type Condition, intersectionOf, intersectionOfItems } from './filter.repository.ts'
import type { ListOrder, ListPage, ListRow, ListSource, OrderedScan } from './list-source.ts'
import { countAndRead, countScanned, fetchPage, type ScanSlice, samplePage, scanPage } from './page.repository.ts'
import type { CountStep, Plan } from './plan.ts'
import { countedBy, type Figures } from './plan-figures.ts'
import { findWithoutValue } from './sort.repository.ts'

type PlanOf<Kind extends Plan['kind']> = Extract<Plan, { readonly kind: Kind }>

/** Steps that find something out, after which the plan is made again. */
export type Gathering = PlanOf<'sample' | 'limited-fetch' | 'count' | 'walk' | 'count-and-read'>

const gatherings: ReadonlySet<Plan['kind']> = new Set<Gathering['kind']>([
  'sample',
  'limited-fetch',
  'count',
  'walk',
  'count-and-read',
])

export const isGathering = (plan: Plan): plan is Gathering => gatherings.has(plan.kind)

export interface Gathered<Row> {
  readonly figures: Figures
  /** What the step read of the page, in case it is served. */
  readonly rows: readonly Row[]
}

export function gather<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  plan: Gathering,
  figures: Figures,
): Promise<Gathered<Row>> {
  switch (plan.kind) {
    case 'sample':
      return sampleList(trx, source, plan.rows, figures)
    case 'limited-fetch':
      return fetchWithinLimit(trx, source, plan.most, figures)
    case 'count':
      return countConditions(trx, source, plan.conditions, figures)
    case 'walk':
      return walk(trx, source, plan.budget, figures)
    case 'count-and-read':
      return countAndReadPage(trx, source, plan, figures)
  }
}

async function sampleList<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  budget: number,
  figures: Figures,
): Promise<Gathered<Row>> {
  const { rows, hits } = await samplePage(trx, source, scanOf(source.order), budget)
  return { figures: { ...figures, sample: { rows: budget, hits } }, rows }
}

async function fetchWithinLimit<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  most: number,
  figures: Figures,
): Promise<Gathered<Row>> {
  const find = source.conditions[0]?.findMatching ?? source.findAll
  const { rows, total, isOverLimit } = await fetchPage(trx, source, find, [], { ...source, most })
  if (!isOverLimit) return { figures: { ...figures, fetched: { total } }, rows }
  return { figures: withCounts(figures, [{ at: 0, rows: { count: most, isComplete: false } }]), rows: [] }
}

async function countConditions<Row extends ListRow>(
  trx: Transaction,
  { conditions, isCurrent }: ListSource<Row>,
  steps: readonly CountStep[],
  figures: Figures,
): Promise<Gathered<Row>> {
  const counted = await Promise.all(
    steps.map(async ({ at, most }) => ({ at, rows: await countCondition(trx, conditions[at], most, isCurrent) })),
  )
  return { figures: withCounts(figures, counted), rows: [] }
}

function countCondition(
  trx: Transaction,
  condition: Condition | undefined,
  most: number | null,
  isCurrent: ListSource<unknown>['isCurrent'],
): Promise<RowCount> {
  const find = condition && countedBy(condition)
  if (find === undefined) throw new Error('planned to count a condition that no index can find rows for')
  return countCandidates(trx, find, condition ?? {}, most, isCurrent)
}

const withCounts = (
  figures: Figures,
  counts: readonly { readonly at: number; readonly rows: RowCount }[],
): Figures => ({
  ...figures,
  conditions: figures.conditions.map((condition, place) => {
    const rows = counts.find(({ at }) => at === place)?.rows
    return rows === undefined ? condition : { ...condition, rows }
  }),
})

async function walk<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  budget: number,
  figures: Figures,
): Promise<Gathered<Row>> {
  const { conditions, order, offset, limit } = source
  // One row more than the page: it tells whether the page is full, and whether the list goes on behind it.
  const slice = { scan: scanOf(order), conditions, budget, offset, limit: limit + 1 }
  const rows = await scanPage(trx, source, slice)
  return { figures: { ...figures, walked: { rows: rows.length, budget } }, rows }
}

async function countAndReadPage<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { few, most, budget }: PlanOf<'count-and-read'>,
  figures: Figures,
): Promise<Gathered<Row>> {
  const { conditions, order, offset, limit } = source
  const slice = { scan: scanOf(order), conditions, budget, offset, limit: limit + 1, few, most }
  const { rows, count } = await countAndRead(trx, source, slice)
  const counted = withCounts(figures, [{ at: 0, rows: count }])
  const isFetched = count.isComplete && count.count <= few
  return {
    figures: isFetched
      ? { ...counted, fetched: { total: count.count } }
      : { ...counted, walked: { rows: rows.length, budget } },
    rows,
  }
}

/** Answers with what was read, or reads the page at last. */
export async function finish<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  plan: Exclude<Plan, Gathering>,
  rows: readonly Row[],
): Promise<ListPage<Row>> {
  switch (plan.kind) {
    case 'empty':
      return { rows: [], total: plan.total, isCapped: false }
    case 'serve':
      return { rows: rows.slice(0, source.limit), total: plan.total, isCapped: plan.isCapped }
    case 'index-scan': {
      const slice = { ...plan, scan: scanOf(source.order), conditions: [], budget: 0 }
      return { rows: await scanPage(trx, source, slice), total: plan.total, isCapped: false }
    }
    case 'field-scan':
      return { rows: await scanField(trx, source, plan.total), total: plan.total, isCapped: false }
    case 'candidate-set':
      return fetchCandidateSet(trx, source, plan)
    case 'intersection':
      return fetchIntersection(trx, source)
  }
}

/** In either direction, rows that have a value in the field come before those that have none. */
async function scanField<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  total: number,
): Promise<readonly Row[]> {
  const { order, offset, limit } = source
  const slice: ScanSlice = { scan: scanOf(order), conditions: [], budget: 0, offset, limit }
  const rows = await scanPage(trx, source, slice)
  if (rows.length === limit || offset + rows.length >= total) return rows
  const withValue =
    rows.length > 0 ? offset + rows.length : await countScanned(trx, source, { ...slice, offset: 0, limit: offset })
  const rest = { offset: Math.max(0, offset - withValue), limit: limit - rows.length }
  const without = await fetchPage(
    trx,
    source,
    order.keys ? findWithoutValue(source, order.keys) : source.findAll,
    [],
    rest,
  )
  return [...rows, ...without.rows]
}

async function fetchCandidateSet<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { by, except }: PlanOf<'candidate-set'>,
): Promise<ListPage<Row>> {
  const { conditions, findAll } = source
  const find = by === undefined ? findAll : (conditions[by]?.findMatching ?? findAll)
  const excluded = except.flatMap((at) => conditions[at]?.findExcluded ?? [])
  const tested = conditions.filter((_, at) => at !== by && !except.includes(at))
  const { rows, total } = await fetchPage(trx, source, intersectionOf([find], excluded), tested)
  return { rows, total, isCapped: false }
}

async function fetchIntersection<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const { conditions, findAll } = source
  const found = conditions.filter(({ findMatching }) => findMatching !== undefined)
  const [items, ...others] = found.flatMap((condition) => condition.items ?? [])
  const matching =
    items !== undefined && others.length > 0 && others.length === found.length - 1
      ? [intersectionOfItems([items, ...others])]
      : found.flatMap(({ findMatching }) => findMatching ?? [])
  const excluded = conditions.flatMap(({ findExcluded }) => findExcluded ?? [])
  const tested = conditions.filter(({ findMatching, findExcluded }) => !findMatching && !findExcluded)
  const find = intersectionOf(matching.length > 0 ? matching : [findAll], excluded)
  const { rows, total } = await fetchPage(trx, source, find, tested)
  return { rows, total, isCapped: false }
}

function scanOf({ scan }: ListOrder): OrderedScan {
  if (scan === undefined) throw new Error('planned to scan an order that no index has')
  return scan
}
