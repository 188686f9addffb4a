import type { Transaction } from '../../../platform/database/transaction.ts'
import type { KnownCounts, ListPage, ListRow, ListSource } from './list-source.ts'
import { finish, type Gathered, gather, isGathering } from './page-steps.ts'
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
  const known = source.known ?? new Map()
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
    const page = await finish(trx, source, plan, rows)
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

/** So that other pages of the list need not count again what this one has counted. */
function remember<Row>(known: KnownCounts, { conditions }: ListSource<Row>, figures: Figures): void {
  const counts = countsOf(figures)
  for (const [at, condition] of conditions.entries()) {
    const [find, count] = [countedBy(condition), counts[at]]
    if (find !== undefined && count !== undefined) known.set(find, count)
  }
}
