import { createHash } from 'node:crypto'
import type { SectionFailure } from '@pim/contract'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { Identity } from '../../http/context.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import {
  addCanaryFailure,
  appendChange,
  countFailure,
  getsCanary,
  lockDeployment,
  markTakenBack,
  type Releases,
  storeCanary,
} from '../../platform/releases/index.ts'
import type { Section } from '../../platform/sections/index.ts'

/** A canary is taken back after so many failures in these minutes, or failures of so many people. */
const maxReports = 3
const maxPeople = 2
const withinMinutes = 10

/** Of one person: a section that fails again and again is not told more often. */
const reportsPerSecond = 0.2
const reportBurst = 20

export interface SectionFailureParts {
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
  readonly releases: Releases
  readonly sections: () => Promise<readonly Section[]>
  readonly now?: (() => number) | undefined
}

/** Counts what browsers tell of sections that failed, and takes back a canary release that fails for its people. */
export function createSectionFailures({ database, log, metrics, releases, sections, now }: SectionFailureParts) {
  const limits = createRateLimits(
    {
      perSecond: reportsPerSecond,
      burst: reportBurst,
      failuresPerSecond: 0,
      failureBurst: 0,
      lookUpsPerSecond: 0,
      lookUpBurst: 0,
    },
    now,
  )
  const counter = new Counter({
    name: 'pim_section_failures_total',
    help: 'Reports of browsers that a section could not be loaded or threw',
    labelNames: ['section', 'reason'],
    registers: [metrics.registry],
  })

  const report = async (user: Identity, { section, release, reason, cause }: SectionFailure): Promise<void> => {
    limits.admit(user.userId)
    // A name that is no section's would make a new series in the metrics.
    const isKnown = (await sections()).some(({ name }) => name === section)
    counter.inc({ section: isKnown ? section : 'unknown', reason })
    log.warn({ section, release, reason, cause, userId: user.userId }, 'a section failed in a browser')
    const { deployments, find } = await releases.current()
    if (release === undefined || find(section, release) === undefined) return
    const deployment = deployments.get(section)
    // Who does not get the canary cannot have it taken back.
    const isCanary =
      deployment?.canaryRelease === release &&
      (reason === 'broken' || reason === 'incompatible') &&
      getsCanary(deployment, user.userId, user.tenants)
    if (!isCanary) {
      await database.asSystem((system) => countFailure(system, section, release))
      return
    }
    const taken = await database.asSystem(async (system) => {
      // Read again under the lock: another canary may have begun since.
      const current = await lockDeployment(system, section)
      await countFailure(system, section, release)
      if (current?.canaryRelease !== release) return false
      const person = createHash('sha256').update(user.userId).digest()
      const { reports, people } = await addCanaryFailure(system, { section, release, person }, withinMinutes)
      if (reports < maxReports && people < maxPeople) return false
      await storeCanary(system, section, undefined)
      const told = `${reports} failures of ${people} ${people === 1 ? 'person' : 'people'} in ${withinMinutes} minutes; the last: ${reason}, ${cause}`
      await markTakenBack(system, section, release, told)
      await appendChange(system, { section, action: 'takeBack', release, by: 'server', details: { reason: told } })
      return true
    })
    if (!taken) return
    releases.forget()
    log.warn({ section, release, reason, cause }, 'a canary release failed for its people and was taken back')
  }

  return { report }
}
