import type { LifecycleAction, Plan, PlanItemResult, PlanRequest, PlanState } from '@pim/contract'
import type { ItemRequest } from './item-request.ts'

/** A stored plan: used above the limit of items in one call, and where the caller asks for it. */
export interface KeptPlan {
  readonly planId: string
  readonly createdBy: string
  readonly createdAt: string
  readonly request: KeptRequest
  readonly state: PlanState
  readonly jobId: string | null
  readonly fingerprint: string | null
  readonly figures: PlanFigures | null
}

export type KeptRequest = Omit<Extract<PlanRequest, { selection: unknown }>, 'paging' | 'keep'>
/** Options of a plan that a caller may choose anew for what an earlier plan was asked for. */
export type PlanWays = Pick<KeptRequest, 'resolve' | 'allowBrokenLinks' | 'skipBlocked' | 'withLinked'>

export type PlanFigures = Pick<
  Plan,
  'canExecute' | 'stepCount' | 'itemCount' | 'outcomes' | 'blockedCount' | 'warnedCount' | 'linked'
>

export const noFigures: PlanFigures = {
  canExecute: false,
  stepCount: 0,
  itemCount: 0,
  outcomes: { goesLive: 0, changes: 0, goesAway: 0, unchanged: 0 },
  blockedCount: 0,
  warnedCount: 0,
}

export const addFigures = (a: PlanFigures, b: PlanFigures): PlanFigures => ({
  canExecute: false,
  stepCount: a.stepCount + b.stepCount,
  itemCount: a.itemCount + b.itemCount,
  outcomes: {
    goesLive: a.outcomes.goesLive + b.outcomes.goesLive,
    changes: a.outcomes.changes + b.outcomes.changes,
    goesAway: a.outcomes.goesAway + b.outcomes.goesAway,
    unchanged: a.outcomes.unchanged + b.outcomes.unchanged,
  },
  blockedCount: a.blockedCount + b.blockedCount,
  warnedCount: a.warnedCount + b.warnedCount,
})

/** Stored form of the steps: by variation, or one for the item in all its variations. */
export interface KeptSteps {
  readonly steps?: Readonly<Record<string, LifecycleAction>>
  readonly whole?: 'delete' | 'restore'
  /** The variations of `steps` that nobody has asked for. */
  readonly linkedIn?: readonly string[]
}

export interface KeptItem {
  readonly position: number
  readonly contentItemId: string
  readonly steps: KeptSteps
  readonly fingerprint: string | null
  readonly isBlocked: boolean
  /** Null until it is executed. */
  readonly result: PlanItemResult | null
}

export const storedSteps = ({ steps, whole, linkedIn }: ItemRequest): KeptSteps =>
  whole === undefined ? { steps: Object.fromEntries(steps), ...(linkedIn && { linkedIn: [...linkedIn] }) } : { whole }

export const requestOf = ({ contentItemId, steps }: Pick<KeptItem, 'contentItemId' | 'steps'>): ItemRequest => ({
  contentItemId,
  steps: new Map(Object.entries(steps.steps ?? {})),
  whole: steps.whole,
  ...(steps.linkedIn && { linkedIn: new Set(steps.linkedIn) }),
})
