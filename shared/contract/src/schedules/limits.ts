/* Without zod, so that the browser can have it without the schemas. */

export const scheduleKinds = ['import', 'export'] as const
/** Of one tenant. */
export const maxSchedules = 300
/** Files that an export keeps. */
export const maxKeptFiles = 100
/** After so many failures in a row a schedule stops by itself. */
export const maxFailuresInARow = 5
/** Days for which a schedule goes on without a sign-in of the person who answers for it, where the product does not keep its people. */
export const ownerUnseenDays = 30

/** A folder of the store: one name. */
export const folderPattern = /^[a-z0-9][a-z0-9-]{0,62}$/
export const clockPattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const timeZonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** `active`: it has a next time. `paused`: by a person. `stopped`: by itself, for a reason. */
export const scheduleStates = ['active', 'paused', 'stopped'] as const

/** Why a schedule has stopped by itself. */
export const stopReasons = [
  /** The person who answers for it is no member any more. */
  'OWNER_GONE',
  /** That person's role does not allow what it does. */
  'OWNER_ROLE',
  /** That person has not signed in for long, so nobody knows whether they still are a member. */
  'OWNER_UNSEEN',
  'PROFILE_GONE',
  'FAILED_TOO_OFTEN',
] as const
export type StopReason = (typeof stopReasons)[number]

/** What has become of a run. */
export const runOutcomes = [
  /** The source has no file that was not taken before. */
  'nothingNew',
  /** Rehearsed and executed. */
  'done',
  /** Rehearsed; the file would change nothing. */
  'unchanged',
  /** Rehearsed; a person is to look at it and to execute it. */
  'waiting',
  /** Rehearsed; it has rows with problems, so a person is to look at it. */
  'heldBack',
  /** The file of an export is written. */
  'written',
  /** A person has cancelled it. */
  'cancelled',
  'failed',
] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** Why a run has failed, where it was neither the fetching of its file nor a reason to stop. */
export const runProblems = [
  /** The profile does not fit the content model any more. */
  'PROFILE_UNFIT',
  /** The file cannot be read as the profile says; the bulk change has the reason. */
  'FILE_UNFIT',
  /** Other imports take all the places or the room. */
  'NO_ROOM',
  'INTERNAL',
] as const
export type RunProblemCode = (typeof runProblems)[number]
