import type { Transaction } from '../../../platform/database/transaction.ts'
import { not } from './filter.repository.ts'
import type { KnownCounts, ListPage, ListRow, ListSource, Tiers } from './list-source.ts'
import { countAll, finish, type Gathered, gather, isGathering } from './page-steps.ts'
import { type Plan, planOf } from './plan.ts'
import { countsOf } from './plan-estimates.ts'
import { countedBy, type Figures, figuresOf } from './plan-figures.ts'
import type { OnPlan } from './plan-report.ts'

/** One page of a list. `planOf` names the next step from what is known so far; the steps only carry it out. */
export async function readPage<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  onPlan?: OnPlan,
): Promise<ListPage<Row>> {
  const page = await readPart({ trx, known: source.known ?? new Map(), onPlan }, source)
  if (!page.isCapped || !source.countsAll) return page
  return { ...page, total: await countAll(trx, source), isCapped: false }
}

interface Reading {
  readonly trx: Transaction
  readonly known: KnownCounts
  readonly onPlan: OnPlan | undefined
}

/** A whole list, or one of its tiers. */
async function readPart<Row extends ListRow>(reading: Reading, source: ListSource<Row>): Promise<ListPage<Row>> {
  const { trx, known, onPlan } = reading
  const plans: Plan[] = []
  let gathered: Gathered<Row> = { figures: figuresOf(source, known), rows: [] }
  for (;;) {
    const { figures, rows } = gathered
    const plan = planOf(figures)
    plans.push(plan)
    if (isGathering(plan)) {
      gathered = await gather(trx, source, plan, figures)
      continue
    }
    remember(known, source, figures)
    const page =
      plan.kind === 'two-tiers' ? await readTiers(reading, source, plan.atLeast) : await finish(trx, source, plan, rows)
    onPlan?.({
      // What is served was read by the step before.
      plan: (plan.kind === 'serve' ? plans.at(-2) : undefined) ?? plan,
      steps: plans.map(({ kind }) => kind),
      figures,
      rows: page.rows.length,
      total: page.total,
      isCapped: page.isCapped,
    })
    return page
  }
}

/** So that the second tier need not count again what the first has counted. */
function remember<Row>(known: KnownCounts, { conditions }: ListSource<Row>, figures: Figures): void {
  const counts = countsOf(figures)
  for (const [at, condition] of conditions.entries()) {
    const [find, count] = [countedBy(condition), counts[at]]
    if (find !== undefined && count !== undefined) known.set(find, count)
  }
}

/** Fills the page from the first tier, and where that ends, from the second. */
async function readTiers<Row extends ListRow>(
  reading: Reading,
  source: ListSource<Row>,
  atLeast: number,
): Promise<ListPage<Row>> {
  const { offset, limit, conditions } = source
  const { best, implied, order, first: firstOrder } = tiersOf(source)
  const part = { ...source, order, total: undefined }
  const firstConditions = [...conditions.filter((condition) => condition !== implied), best]
  const first = await readPart(reading, { ...part, order: firstOrder, conditions: firstConditions })
  if (first.rows.length === limit || first.isCapped)
    return { ...first, total: Math.max(first.total, atLeast), isCapped: true }
  const second = await readPart(reading, {
    ...part,
    conditions: [...conditions, not(best)],
    atLeast: Math.max(0, atLeast - first.total),
    offset: Math.max(0, offset - first.total),
    limit: limit - first.rows.length,
  })
  return { rows: [...first.rows, ...second.rows], total: first.total + second.total, isCapped: second.isCapped }
}

function tiersOf<Row>({ order: { tiers } }: ListSource<Row>): Tiers {
  if (tiers === undefined) throw new Error('planned to read tiers of a list that has none')
  return tiers
}
