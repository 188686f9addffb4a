import type { BulkChangeCounts, NewSchedule, RunOutcome, RunProblem, ScheduleRun, StopReason } from '@pim/contract'
import type { FileMark } from '../../platform/fetching/index.ts'

type PlanOf<Schedule> = Schedule extends NewSchedule ? Omit<Schedule, 'name' | 'savedChoiceId'> : never
/** What a person chooses of a schedule, but for its name and its profile. */
export type SchedulePlan = PlanOf<NewSchedule>

/** What the last file of a source is known by. `of`: the address, or the folder and the file's name. */
export interface Seen extends FileMark {
  readonly of?: string | undefined
  readonly sha256?: string | undefined
  /** Of a file of a folder. */
  readonly file?: { readonly fileName: string; readonly byteSize: number; readonly storedAt: string } | undefined
}

export type ImportPlan = Extract<SchedulePlan, { kind: 'import' }>
export type ExportPlan = Extract<SchedulePlan, { kind: 'export' }>

export interface StoredSchedule {
  readonly scheduleId: string
  readonly name: string
  readonly savedChoiceId: string
  /** Of the profile when the person who answers for the schedule has last seen it. */
  readonly choiceVersion: number
  readonly plan: SchedulePlan
  readonly ownerId: string
  readonly state: 'active' | 'paused' | 'stopped'
  readonly stopReason: StopReason | null
  readonly nextAt: string | null
  readonly openRunId: string | null
  readonly failures: number
  readonly seen: Seen
  readonly version: number
  readonly changedAt: string
}

export interface StoredRun extends Omit<ScheduleRun, 'hasFile'> {
  /** Of the file that it has written, while that is kept. */
  readonly objectKey: string | null
  readonly scheduleId: string
  readonly isNext: boolean
  readonly step: 'looking' | 'rehearsing' | 'executing' | 'ended'
  readonly seen: Seen | null
  readonly jobId: string
}

/** How a run ends. `stop`: the schedule stops with it, for this reason. */
export interface RunEnd {
  readonly outcome: RunOutcome
  readonly problem?: RunProblem
  readonly counts?: BulkChangeCounts
  readonly seen?: Seen
  readonly stop?: StopReason
}

const meanings: Readonly<Record<StopReason, string>> = {
  OWNER_GONE: 'The person who answers for the schedule is no member of the tenant.',
  OWNER_ROLE: 'The role of the person who answers for the schedule does not allow what it does.',
  OWNER_UNSEEN: 'The person who answers for the schedule has not signed in for long.',
  PROFILE_GONE: 'The profile is gone, or its owner shares it no more.',
  FAILED_TOO_OFTEN: 'It has failed too often.',
}

/** The end of a run that ends the schedule, too. */
export const stopWith = (stop: StopReason): RunEnd => ({
  outcome: 'failed',
  problem: { code: stop, message: meanings[stop] },
  stop,
})
