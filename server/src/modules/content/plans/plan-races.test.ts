import type { ExecutePlan, PlanRequest, PlanStep } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { articleType, ContentCalls, type Made, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const { makePlan, executePlan } = contract.publishPlan
const clients = 32
const rounds = isWholeRun ? 3 : 1
const steps: readonly PlanStep[] = ['publish', 'unpublish', 'publish', 'delete', 'publish', 'restore']

it('thirty-two clients plan and execute steps of items that link to each other: none fails, and what is live is whole', async () => {
  const items: Made[] = []
  for (let at = 0; at < 4; at += 1) items.push(await content.make({ title: `Item ${at}` }, `Item ${at}`))
  for (const { en } of items) await content.update(en, { related: items.map(({ contentItemId }) => contentItemId) })
  const codes = new Map<string, number>()
  const client = async (number: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const chosen = [items[number % 4], items[(number + round + 1) % 4]]
      const step = steps[(number + round) % steps.length] ?? 'publish'
      const places = chosen.flatMap((item) => (item === undefined ? [] : [item.en, item.at]))
      const asked = step === 'delete' || step === 'restore' ? places.filter((_, at) => at % 2 === 0) : places
      const body: PlanRequest = {
        steps: [...new Set(asked)].map((contentVariationId) => ({ contentVariationId, step })),
        resolve: round % 2 === 0 ? 'unpublishInheriting' : 'keepValues',
        allowBrokenLinks: true,
        skipBlocked: true,
      }
      const made = await server.call(makePlan, { body })
      const fingerprint = made.body !== undefined && 'fingerprint' in made.body ? made.body.fingerprint : 'of none'
      const done = await server.call(executePlan, {
        body: { ...body, fingerprint } as ExecutePlan,
        as: personWith('publisher'),
      })
      const code = done.problem?.code ?? String(done.status)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  console.info(`plans at once: ${JSON.stringify(Object.fromEntries(codes))}`)
  const expected = ['200', 'PLAN_OUTDATED', 'RATE_LIMITED', 'UNAVAILABLE', 'VALIDATION_FAILED']
  expect([...codes.keys()].filter((code) => !expected.includes(code))).toEqual([])
  expect(codes.get('200')).toBeGreaterThan(0)
  for (const { contentItemId } of items) {
    for (const variation of await content.list(contentItemId, true)) {
      if (variation.publishedVersion === null || variation.allowedActions.length === 0) continue
      expect(valuesOf(await content.live(variation.contentVariationId)).title).toBeTruthy()
    }
  }
}, 120_000)
