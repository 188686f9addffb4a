import { afterEach, describe, expect, it, rstest } from '@rstest/core'
import { DatabaseUnavailable } from '../../platform/database/database-errors.ts'
import type { TouchedDelivery } from '../events/index.ts'
import { ChangeLog } from './change-log.ts'
import { type Answer, createKeptAnswers } from './kept-answers.ts'

const made = (json: string) => ({ json, dependencies: { items: new Set(['item']) } })

function answers() {
  const changes = new ChangeLog()
  const state = { isConnected: true, isCurrent: true }
  const kept = createKeptAnswers(state, changes)
  const tell = (payload: { tenantId: string; touched?: TouchedDelivery } | undefined) =>
    payload === undefined ? changes.addToAll() : changes.add(payload.tenantId, payload.touched)
  let asked = 0
  let isAway = false
  const ask = async (key = 'question', tenantId = 'a') => {
    const { bytes } = await kept.get(key, tenantId, async () => {
      asked += 1
      if (isAway) throw new DatabaseUnavailable('not reachable')
      return made(`answer ${asked}`)
    })
    return bytes.toString()
  }
  const goAway = () => {
    isAway = true
    state.isConnected = state.isCurrent = false
  }
  const comeBack = () => {
    isAway = false
    state.isConnected = state.isCurrent = true
    tell(undefined)
  }
  return { kept, state, tell, ask, goAway, comeBack, timesAsked: () => asked }
}

afterEach(() => {
  rstest.useRealTimers()
})

describe('answers', () => {
  it('are made once, however many ask at once, until something changes', async () => {
    const { ask, tell, timesAsked } = answers()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['answer 1', 'answer 1', 'answer 1'])
    expect(await ask()).toBe('answer 1')
    tell({ tenantId: 'b' })
    expect(await ask()).toBe('answer 1')
    tell({ tenantId: 'a' })
    expect(await ask()).toBe('answer 2')
    expect(timesAsked()).toBe(2)
    tell({ tenantId: 'a', touched: { items: ['another'] } })
    expect(await ask()).toBe('answer 2')
    tell({ tenantId: 'a', touched: { items: ['item'] } })
    expect(await ask()).toBe('answer 3')
  })

  it('that were on their way when something changed are given to nobody who asks after it', async () => {
    const { kept, tell } = answers()
    const slow = Promise.withResolvers<Answer>()
    const early = kept.get('question', 'a', () => slow.promise)
    tell({ tenantId: 'a' })
    const late = kept.get('question', 'a', async () => made('new'))
    slow.resolve(made('old'))
    expect([(await early).bytes.toString(), (await late).bytes.toString()]).toEqual(['old', 'new'])
    expect((await kept.get('question', 'a', async () => made('newest'))).bytes.toString()).toBe('new')
  })

  it('that may lack changes are not kept', async () => {
    const { kept } = answers()
    const answer = async (json: string, isBehind?: true) =>
      (await kept.get('question', 'a', async () => ({ ...made(json), ...(isBehind && { isBehind }) }))).bytes.toString()
    expect(await answer('behind', true)).toBe('behind')
    expect([await answer('whole'), await answer('nobody asks')]).toEqual(['whole', 'whole'])
  })

  it('that a change overtook are better than none while the database is away', async () => {
    const { kept, tell, state } = answers()
    const slow = Promise.withResolvers<Answer>()
    const early = kept.get('question', 'a', () => slow.promise)
    tell({ tenantId: 'a' })
    slow.resolve(made('overtaken'))
    await early
    state.isConnected = state.isCurrent = false
    const away = async (): Promise<Answer> => {
      throw new DatabaseUnavailable('not reachable')
    }
    expect((await kept.get('question', 'a', away)).bytes.toString()).toBe('overtaken')
  })

  it('are looked up while the line is down: a change may have gone by', async () => {
    const { ask, state } = answers()
    await ask()
    state.isConnected = state.isCurrent = false
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 3'])
  })

  it('are looked up, however long that takes, while it is not sure that all word has arrived', async () => {
    const { ask, kept, state } = answers()
    await ask()
    state.isCurrent = false
    const slow = Promise.withResolvers<Answer>()
    const asked = kept.get('question', 'a', () => slow.promise)
    expect(kept.peek('question')).toBeUndefined()
    slow.resolve(made('new'))
    expect((await asked).bytes.toString()).toBe('new')
  })

  it('are given as they were while the database says nothing at all, and nobody waits long for it', async () => {
    rstest.useFakeTimers()
    const { ask, kept, state } = answers()
    await ask()
    state.isConnected = state.isCurrent = false
    const silent = () => kept.get('question', 'a', () => new Promise<Answer>(() => {}))
    let given: string[] = []
    const askSilent = async () => {
      given.push((await silent()).bytes.toString())
    }
    const all = Promise.all(Array.from({ length: 20 }, askSilent))
    await rstest.advanceTimersByTimeAsync(399)
    expect(given).toEqual([])
    await rstest.advanceTimersByTimeAsync(1)
    expect(given).toEqual(Array(20).fill('answer 1'))
    await all
    // Whoever comes next does not wait at all, until it is time to ask again.
    expect(silent()).toMatchObject({ bytes: Buffer.from('answer 1') })
    await rstest.advanceTimersByTimeAsync(500)
    given = []
    const late = askSilent()
    await rstest.advanceTimersByTimeAsync(399)
    expect(given).toEqual([])
    await rstest.advanceTimersByTimeAsync(1)
    expect(given).toEqual(['answer 1'])
    await late
  })

  it('are given as they were while the database is away, and it is not asked by everybody', async () => {
    const { ask, goAway, comeBack, timesAsked } = answers()
    await ask()
    goAway()
    for (let times = 0; times < 50; times++) expect(await ask()).toBe('answer 1')
    expect(timesAsked()).toBe(2)
    await expect(ask('another question')).rejects.toThrow(DatabaseUnavailable)
    comeBack()
    expect(await ask()).toMatch(/^answer [^1]/)
  })
})
