import type { Logger } from 'pino'
import type { Plan } from './plan.ts'
import type { Figures } from './plan-figures.ts'

/** By which plan a page was read. */
export interface PlanReport {
  /** The step that ended the plan, or the one whose rows were served. */
  readonly plan: Plan
  /** The kinds of all steps, in their order. */
  readonly steps: readonly Plan['kind'][]
  /** What was known at the end. */
  readonly figures: Figures
  readonly rows: number
  readonly total: number
  readonly isCapped: boolean
}

export type OnPlan = (report: PlanReport) => void

/** Of a call, its log, which knows the call's trace. */
interface Call {
  readonly log: Logger
}

/** Logs plans at level debug. Below that level nothing is reported, and no log is made for the call. */
export function planLog(log: Logger): (call: Call) => OnPlan | undefined {
  if (!log.isLevelEnabled('debug')) return () => undefined
  return (call) =>
    ({ plan, ...report }) =>
      call.log.debug({ ...report, plan }, `list read by ${plan.kind}`)
}
