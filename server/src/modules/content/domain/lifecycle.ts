import type { LifecycleAction, Status } from '@pim/contract'

/** Status of a content variation, and whether it has a snapshot that delivery shows. */
export interface LifecycleState {
  readonly status: Status
  readonly isLive: boolean
}

type Row = 'neverLive' | 'draftOverLive' | 'published' | 'unpublished' | 'archived'
type Outcome = Status | 'nothing' | 'refused'

/** The state machine as a table; steps and `allowedActions` both read it. */
const table: Readonly<Record<Row, Readonly<Record<LifecycleAction | 'edit', Outcome>>>> = {
  neverLive: { publish: 'published', unpublish: 'refused', draft: 'nothing', archive: 'archived', edit: 'draft' },
  draftOverLive: {
    publish: 'published',
    unpublish: 'unpublished',
    draft: 'nothing',
    archive: 'refused',
    edit: 'draft',
  },
  published: { publish: 'nothing', unpublish: 'unpublished', draft: 'draft', archive: 'refused', edit: 'draft' },
  unpublished: { publish: 'published', unpublish: 'refused', draft: 'draft', archive: 'archived', edit: 'draft' },
  archived: { publish: 'refused', unpublish: 'refused', draft: 'draft', archive: 'nothing', edit: 'refused' },
}

function rowOf({ status, isLive }: LifecycleState): Row {
  if (status === 'draft') return isLive ? 'draftOverLive' : 'neverLive'
  return status
}

export const outcomeOf = (standing: LifecycleState, action: LifecycleAction | 'edit'): Outcome =>
  table[rowOf(standing)][action]

const actions: readonly LifecycleAction[] = ['publish', 'unpublish', 'draft', 'archive']

/** The steps that change the status from here. One that would do nothing is not offered. */
export const allowedActions = (standing: LifecycleState): LifecycleAction[] =>
  actions.filter((action) => !['nothing', 'refused'].includes(outcomeOf(standing, action)))

/** The status after a change that was made through another variation: of a shared value or of the item's name. */
export const statusAfterSharedChange = (status: Status): Status => (status === 'published' ? 'draft' : status)
