import type { sectionFailureReasons } from '@pim/contract/sections/schemas.ts'
import type { FailureReason, SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'

type ReportedReason = (typeof sectionFailureReasons)[number]

export interface FailureReport {
  section: string
  release?: string
  reason: ReportedReason
  cause: string
}

/** The longest cause that the contract allows. Repeated here, because importing its schema would load zod in the page. */
const maxCause = 500

/** Milliseconds in which a failure of the same section and reason is sent once. */
const pauseMs = 60_000

/** By the reasons that the server counts. An outdated section was told of before, as one that is incomplete. */
const reportedAs: Readonly<Record<FailureReason, ReportedReason | undefined>> = {
  unreachable: 'unreachable',
  refused: 'unreachable',
  missing: 'unreachable',
  // The cause has the file; the contract has no reason of its own.
  changed: 'broken',
  timeout: 'timeout',
  style: 'style',
  incompatible: 'incompatible',
  broken: 'broken',
  incomplete: 'unreachable',
  outdated: undefined,
}

/** Tells the server of sections that failed here. Nothing waits for it, and nobody is told where it cannot. */
export function failureReporter(send: (report: FailureReport) => Promise<unknown>, now: () => number = Date.now) {
  const sentAt = new Map<string, number>()
  return ({ name, manifestUrl, release }: Section, { reason: found, message, cause }: SectionFailure): void => {
    const reason = reportedAs[found]
    if (!reason) return
    const kind = `${manifestUrl} ${reason}`
    if (now() < (sentAt.get(kind) ?? -pauseMs) + pauseMs) return
    sentAt.set(kind, now())
    const text = cause instanceof Error ? `${message} ${cause.message}` : message
    const report = { section: name, reason, cause: text.slice(0, maxCause) }
    send(release === undefined ? report : { ...report, release }).catch(() => undefined)
  }
}
