import { describe, expect, it } from '@rstest/core'
import { withAnswerOfPage, withEarlyAnswers } from './early-answers.ts'

const call = (url: string) => ({ method: 'GET', url, headers: {}, body: undefined, needsToken: true })
const options = () => ({ signal: new AbortController().signal })

function setUp(isAway = () => false) {
  const sent: string[] = []
  const send = withEarlyAnswers(
    async ({ url }) => {
      sent.push(url)
      if (isAway()) throw new TypeError('away')
      return Response.json(sent.length)
    },
    [{ url: '/api/tenants/all' }],
    true,
  )
  return { sent, send }
}

describe('what is asked early', () => {
  it('answers the first call, and no later one: by then it is old', async () => {
    const { sent, send } = setUp()
    expect(sent).toEqual(['/api/tenants/all'])
    const answers = [await send(call('/api/tenants/all'), options()), await send(call('/api/tenants/all'), options())]
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([1, 2])
    await send(call('/api/settings'), options())
    expect(sent).toEqual(['/api/tenants/all', '/api/tenants/all', '/api/settings'])
  })

  it('is asked again where no answer came', async () => {
    let isAway = true
    const { sent, send } = setUp(() => isAway)
    isAway = false
    expect((await send(call('/api/tenants/all'), options())).ok).toBe(true)
    expect(sent).toHaveLength(2)
  })

  it('answers the calls of its own tenant alone', async () => {
    const sent: unknown[] = []
    const url = '/api/tenants/current/variations'
    const of = (tenantId: string) => ({ ...call(url), headers: { 'x-tenant-id': tenantId } })
    const setUp = () =>
      withEarlyAnswers(
        async ({ headers }) => {
          sent.push(headers['x-tenant-id'])
          return Response.json(headers['x-tenant-id'])
        },
        [{ url, tenantId: 'acme' }],
        true,
      )
    expect(await (await setUp()(of('acme'), options())).json()).toBe('acme')
    expect(sent).toEqual(['acme'])
    expect(await (await setUp()(of('nordic'), options())).json()).toBe('nordic')
    expect(sent).toEqual(['acme', 'acme', 'nordic'])
  })
})

describe('what the server wrote into the page', () => {
  const sendTo = (sent: string[], text: string | undefined) =>
    withAnswerOfPage(
      async ({ url }) => {
        sent.push(url)
        return Response.json('from the server')
      },
      '/api/settings',
      text,
    )

  it('answers the first call, and no later or other one', async () => {
    const sent: string[] = []
    const send = sendTo(sent, '{"applicationTitle":"PIM"}')
    expect(await (await send(call('/api/tenants/all'), options())).json()).toBe('from the server')
    expect(await (await send(call('/api/settings'), options())).json()).toEqual({ applicationTitle: 'PIM' })
    expect(await (await send(call('/api/settings'), options())).json()).toBe('from the server')
    expect(sent).toEqual(['/api/tenants/all', '/api/settings'])
  })

  it.each([undefined, 'null'])('is asked for where the page has %j', async (text) => {
    const sent: string[] = []
    await sendTo(sent, text)(call('/api/settings'), options())
    expect(sent).toEqual(['/api/settings'])
  })
})
