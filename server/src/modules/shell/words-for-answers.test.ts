import {
  bulkChangeStates,
  conceptFileProblemCodeSchema,
  contract,
  planSteps,
  problemCodes,
  quotaNames,
  roles,
  sectionChangeActions,
  versionActions,
} from '@pim/contract'
import { fieldErrorCodes } from '@pim/contract/core/field-errors.ts'
import { renditionReasons } from '@pim/contract/core/rendition.ts'
import { fileEndings, rowProblems } from '@pim/contract/import/file-problem-codes.ts'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { runOutcomes, runProblems, stopReasons } from '@pim/contract/schedules/limits.ts'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** The lists that the server answers words of, by the beginning of the keys with which the screens say them. */
const answered: Readonly<Record<string, readonly string[]>> = {
  'shell.problem': problemCodes,
  'shell.fieldError': fieldErrorCodes,
  'shell.role': roles,
  'kit.file.reason': [...fileEndings, ...rowProblems],
  'kit.bulk.state': bulkChangeStates,
  'kit.quota.name': quotaNames,
  'taxonomy.file.problem': conceptFileProblemCodeSchema.options,
  'media.picture': renditionReasons,
  'content.history.action': versionActions,
  'kit.plan.stepName': planSteps,
  'exchange.schedule.outcome': runOutcomes,
  'exchange.schedule.problem': [...runProblems, ...stopReasons],
  'exchange.schedule.stoppedFor': stopReasons,
  'settings.job.kind': Object.values(jobKinds),
  'settings.release.did': sectionChangeActions,
  'settings.usage.quota': quotaNames,
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Of a key with several forms one is enough here: `npm test -- words` compares the forms. */
const forms = ['', '_one', '_other', '.max']

it.each(['en-US', 'sv-SE', 'de-DE'])(
  'everything that the server answers by a code has words in %s',
  async (language) => {
    const [bundle] = await server.ok(contract.resources.getAllResources, { query: { languageCode: language } })
    const entries = bundle?.entries ?? {}
    const lacking = Object.entries(answered).flatMap(([prefix, codes]) =>
      codes.map((code) => `${prefix}.${code}`).filter((key) => !forms.some((form) => entries[key + form]?.trim())),
    )
    expect(lacking).toEqual([])
  },
)
