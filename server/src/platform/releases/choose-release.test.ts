import { describe, expect, it } from '@rstest/core'
import { getsCanary } from './choose-release.ts'
import type { Deployment } from './release.repository.ts'

const people = Array.from({ length: 1_000 }, (_, number) => `person-${number}`)
const none: Deployment = {
  section: 'media',
  liveRelease: null,
  liveAt: '',
  liveBy: '',
  serverRelease: null,
  canaryRelease: null,
  canaryPercent: null,
  canaryTenants: null,
  canaryAt: null,
  canaryBy: null,
}
/** People who get a canary in their tenant. */
const reached = (canary: Partial<Deployment>) =>
  people.filter((person) => getsCanary({ ...none, canaryRelease: 'a'.repeat(64), ...canary }, person, ['acme']))

describe('a canary for a share of 1,000 people', () => {
  it('is for as many as it says, at every share', () => {
    // Chance alone puts one share of a hundred four deviations off; none of these is.
    for (const percent of [1, 5, 10, 25, 50, 75, 90, 99]) {
      const deviation = Math.sqrt((people.length * percent * (100 - percent)) / 100 ** 2)
      const expected = people.length * (percent / 100)
      expect(Math.abs(reached({ canaryPercent: percent }).length - expected)).toBeLessThan(4 * deviation)
    }
  })

  it('stays with those who have it while the share is raised, and the next one is for others', () => {
    const few = reached({ canaryPercent: 10 })
    const more = new Set(reached({ canaryPercent: 50 }))
    expect(few.filter((person) => !more.has(person))).toEqual([])
    const next = new Set(reached({ canaryPercent: 10, canaryRelease: 'b'.repeat(64) }))
    const both = few.filter((person) => next.has(person)).length
    // By chance every tenth of them.
    expect(both).toBeLessThan(few.length / 4)
  })

  it('is for all people of the tenants that are named, and for nobody else', () => {
    expect(reached({ canaryTenants: ['acme'] })).toHaveLength(1_000)
    expect(reached({ canaryTenants: ['nordic'] })).toEqual([])
    expect(reached({ canaryRelease: null, canaryPercent: 99 })).toEqual([])
  })
})
