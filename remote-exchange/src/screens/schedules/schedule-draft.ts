import type { NewSchedule, Schedule } from '@pim/contract'
import { clockPattern, folderPattern } from '@pim/contract/schedules/limits.ts'

/** A schedule while somebody chooses it: all choices of the form, whichever of them count. */
export interface ScheduleDraft {
  readonly kind: 'import' | 'export'
  readonly name: string
  readonly savedChoiceId: string
  readonly every: 'hour' | 'day' | 'week'
  readonly minute: number
  readonly at: string
  readonly weekdays: readonly number[]
  readonly timeZone: string
  readonly from: 'address' | 'folder'
  readonly address: string
  readonly folder: string
  readonly afterRehearsal: 'runFaultless' | 'runAll' | 'wait'
  readonly to: 'downloads' | 'folder'
  readonly keep: number
}

export interface DraftProps {
  draft: ScheduleDraft
  /** Whether this field is told to be wrong: once somebody has tried to save. */
  isWrong: (field: 'at' | 'weekdays' | 'address' | 'folder') => boolean
  onChange: (part: Partial<ScheduleDraft>) => void
}

export const newDraft = (timeZone: string): ScheduleDraft => ({
  kind: 'import',
  name: '',
  savedChoiceId: '',
  every: 'day',
  minute: 0,
  at: '06:00',
  weekdays: [1],
  timeZone,
  from: 'address',
  address: '',
  folder: '',
  afterRehearsal: 'runFaultless',
  to: 'downloads',
  keep: 10,
})

export function draftOf(schedule: Schedule, ownTimeZone: string): ScheduleDraft {
  const { kind, name, savedChoiceId, times } = schedule
  const draft: ScheduleDraft = {
    ...newDraft(ownTimeZone),
    kind,
    name,
    savedChoiceId,
    ...times,
  }
  if (schedule.kind === 'export') {
    const { destination } = schedule
    return {
      ...draft,
      to: destination.kind,
      keep: destination.keep,
      folder: destination.kind === 'folder' ? destination.folder : '',
    }
  }
  const { source, afterRehearsal } = schedule
  return {
    ...draft,
    afterRehearsal,
    from: source.kind,
    ...(source.kind === 'address' ? { address: source.address } : { folder: source.folder }),
  }
}

export const draftProblems = ['profile', 'at', 'weekdays', 'address', 'folder'] as const
export type DraftProblem = (typeof draftProblems)[number]

/** The fields that cannot be sent as they are. */
export function problemsOf(draft: ScheduleDraft): ReadonlySet<DraftProblem> {
  const found = new Set<DraftProblem>()
  if (draft.savedChoiceId === '') found.add('profile')
  if (draft.every !== 'hour' && !clockPattern.test(draft.at)) found.add('at')
  if (draft.every === 'week' && draft.weekdays.length === 0) found.add('weekdays')
  const isFolder = draft.kind === 'import' ? draft.from === 'folder' : draft.to === 'folder'
  if (isFolder && !folderPattern.test(draft.folder)) found.add('folder')
  if (draft.kind === 'import' && draft.from === 'address' && draft.address.trim() === '') found.add('address')
  return found
}

/** `profileName`: what it is called where nobody has given it a name. */
export function scheduleOf(draft: ScheduleDraft, profileName: string): NewSchedule {
  const { kind, savedChoiceId, folder, keep, timeZone, at, every } = draft
  const name = draft.name.trim() || profileName
  const weekdays = [...draft.weekdays].sort((one, other) => one - other)
  const times =
    every === 'hour'
      ? { every, minute: draft.minute }
      : every === 'day'
        ? { every, at, timeZone }
        : { every, weekdays, at, timeZone }
  if (kind === 'export') {
    const destination = draft.to === 'folder' ? { kind: draft.to, folder, keep } : { kind: draft.to, keep }
    return { kind, name, savedChoiceId, times, destination }
  }
  const source =
    draft.from === 'address' ? { kind: draft.from, address: draft.address.trim() } : { kind: draft.from, folder }
  return { kind, name, savedChoiceId, times, source, afterRehearsal: draft.afterRehearsal }
}
