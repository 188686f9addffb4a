import type { SectionFailure } from '@pim/contract'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { Identity } from '../../http/context.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import {
  appendChange,
  countCanaryPeople,
  countFailure,
  getsCanary,
  lockDeployment,
  markTakenBack,
  noteCanaryFailure,
  type Releases,
  storeCanary,
} from '../../platform/releases/index.ts'
import type { Section } from '../../platform/sections/index.ts'
import { hashOfPerson, isTakenBack, withinMinutes } from './canary-people.ts'

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
      checksPerSecond: 0,
      checkBurst: 0,
    },
    now,
  )
  const counter = new Counter({
    name: 'pim_section_failures_total',
    help: 'Reports of browsers that a section could not be loaded or threw',
    labelNames: ['section', 'reason'],
    registers: [metrics.registry],
  })
  const failedFor = new Counter({
    name: 'pim_canary_failed_people_total',
    help: 'People for whom a canary release of a section has failed',
    labelNames: ['section'],
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
    if (deployment?.canaryRelease !== release) {
      await database.asSystem((system) => countFailure(system, section, release))
      return
    }
    // Only code that threw, or does not fit, is the fault of the release, and only who gets it can say so.
    const isOfCode = reason === 'broken' || reason === 'incompatible'
    if (!isOfCode || !getsCanary(deployment, user.userId, user.tenants)) return
    const counted = await database.asSystem(async (system) => {
      // Read again under the lock: another canary may have begun since.
      const current = await lockDeployment(system, section)
      if (current?.canaryRelease !== release) return undefined
      const noted = await noteCanaryFailure(system, { section, release, person: hashOfPerson(user.userId) })
      if (noted === undefined) return undefined
      if (noted.isNew) await countFailure(system, section, release)
      const people = (await countCanaryPeople(system, withinMinutes)).find(
        (each) => each.section === section && each.release === release,
      )
      if (people === undefined) return undefined
      const { given, failed, lately } = people
      if (!isTakenBack(people)) return { ...noted, given, failed, isTaken: false }
      await storeCanary(system, section, undefined)
      const told = `It failed for ${lately} of ${given} people in ${withinMinutes} minutes; the last: ${reason}, ${cause}`
      await markTakenBack(system, section, release, told)
      await appendChange(system, { section, action: 'takeBack', release, by: 'server', details: { reason: told } })
      return { ...noted, given, failed, isTaken: true }
    })
    if (counted === undefined) return
    const { isNew, isTaken, given, failed } = counted
    if (isNew) failedFor.inc({ section })
    if (isTaken) {
      releases.forget()
      log.warn({ section, release, reason, cause }, 'a canary release failed for its people and was taken back')
    } else if (isNew) {
      log.warn({ section, release, given, failed }, 'a canary release fails for some of its people: operators decide')
    }
  }

  return { report }
}
