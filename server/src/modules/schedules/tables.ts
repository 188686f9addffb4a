import type { BulkChangeCounts, NewSchedule, RunOutcome, RunProblem, StopReason } from '@pim/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTime, Time } from '../../platform/database/platform-tables.ts'
import type { Seen } from './stored-schedule.ts'

export interface ScheduleTables {
  /** A profile and when it runs. */
  schedule: {
    tenant_id: string
    schedule_id: string
    kind: NewSchedule['kind']
    name: string
    saved_choice_id: string
    choice_version: number
    plan: unknown
    owner_id: string
    state: Generated<'active' | 'paused' | 'stopped'>
    stop_reason: StopReason | null
    next_at: NullableTime
    /** When somebody has to look at it next. */
    wake_at: NullableTime
    open_run_id: string | null
    failures: Generated<number>
    seen: Json<Seen>
    version: Generated<number>
    changed_by: string
    changed_at: Time
  }
  schedule_run: {
    tenant_id: string
    run_id: string
    schedule_id: string
    asked_by: string | null
    is_next: boolean
    step: Generated<'looking' | 'rehearsing' | 'executing' | 'ended'>
    outcome: RunOutcome | null
    problem: Json<RunProblem> | null
    file_name: string | null
    seen: Json<Seen> | null
    job_id: string
    bulk_change_id: string | null
    counts: Json<BulkChangeCounts> | null
    object_key: string | null
    byte_size: number | null
    begun_at: Time
    ended_at: NullableTime
  }
  /** A file of a folder that is not to be taken again. */
  schedule_file: {
    tenant_id: string
    schedule_id: string
    file_name: string
    byte_size: number
    stored_at: Time
    sha256: string
  }
}
