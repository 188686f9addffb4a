import { describe, expect, it } from '@rstest/core'
import { withEarlyAnswers } from './early-answers.ts'

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
    ['/api/tenants/all'],
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
})
