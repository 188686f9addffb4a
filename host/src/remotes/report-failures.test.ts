import { sectionFailureSchema } from '@pim/contract/sections/schemas.ts'
import { describe, expect, it } from '@rstest/core'
import { type FailureReport, failureReporter } from './report-failures.ts'
import { SectionFailure } from './section-failure.ts'
import { sectionsOf } from './sections.ts'

const keycloak = { clientId: '', realm: '', keycloakUrl: '' }
const [media] = sectionsOf({ keycloak, remotes: { media: { manifestUrl: '/m.json' } } })
if (!media) throw new Error('There is one.')

describe('a failure of a section', () => {
  it('is told to the server once a minute, with its reason and cause', () => {
    let clock = 0
    const reports: FailureReport[] = []
    const report = failureReporter(
      async (each) => {
        reports.push(each)
        throw new Error('The server is away.')
      },
      () => clock,
    )
    const failure = new SectionFailure('broken', 'media threw.', new TypeError('x'.repeat(1_000)))
    report(media, failure)
    clock = 59_000
    report(media, failure)
    expect(reports).toHaveLength(1)
    clock = 60_000
    report(media, failure)
    report(media, new SectionFailure('incomplete', 'A part is gone.'))
    report(media, new SectionFailure('outdated', 'There is another one.'))
    expect(reports.map(({ reason }) => reason)).toEqual(['broken', 'broken', 'unreachable'])
    expect(reports.map((each) => sectionFailureSchema.safeParse(each).success)).toEqual([true, true, true])
    expect(reports[0]?.cause).toMatch(/^media threw\. x+$/)
  })
})
