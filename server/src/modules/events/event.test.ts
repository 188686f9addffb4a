import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { appendEvents, type Event, type EventPosition, type NewEvent, readEvents } from './index.ts'

let test: TestDatabase
let tenant: TestTenant
beforeAll(async () => {
  test = await testDatabase({ connections: 36 })
  tenant = await test.createTenant()
})
afterAll(() => test.close())

const eventOf = (subjectId: string): NewEvent => ({
  by: 'somebody',
  kind: 'thing.change',
  subjectKind: 'thing',
  subjectId,
  details: { fields: ['title'] },
})

const append = (tenantId: string, ...ids: readonly string[]) =>
  test.database.inTenant(tenantId, (trx) => appendEvents(trx, tenantId, ids.map(eventOf)))

const read = (tenantId: string, after?: EventPosition, limit = 1_000): Promise<Event[]> =>
  test.database.inTenantReadOnly(tenantId, (trx) => readEvents(trx, tenantId, after, limit))

describe('the log of changes', () => {
  it('keeps the order within a transaction, and can be read in portions', async () => {
    const { tenantId } = await test.createTenant()
    await append(tenantId, 'a', 'b')
    await append(tenantId)
    await append(tenantId, 'c')
    const [first, second, third, ...more] = await read(tenantId)
    expect([first, second, third].map((event) => event?.subjectId)).toEqual(['a', 'b', 'c'])
    expect(more).toEqual([])
    expect(first).toMatchObject({ ...eventOf('a'), transaction: second?.transaction, at: expect.any(String) })
    expect((await read(tenantId, undefined, 1)).map(({ subjectId }) => subjectId)).toEqual(['a'])
    expect((await read(tenantId, first, 1)).map(({ subjectId }) => subjectId)).toEqual(['b'])
    expect((await read(tenantId, second)).map(({ subjectId }) => subjectId)).toEqual(['c'])
    expect(await read(tenantId, third)).toEqual([])
  })

  it('shows nothing of another tenant, and is never changed by a request', async () => {
    const other = await test.createTenant()
    await append(other.tenantId, 'secret')
    expect(await read((await test.createTenant()).tenantId)).toEqual([])
    const inOther = (change: (trx: Transaction) => Promise<unknown>) => test.database.inTenant(other.tenantId, change)
    const refused = 'permission denied'
    await expect(inOther((trx) => trx.updateTable('event').set({ by: 'nobody' }).execute())).rejects.toThrow(refused)
    await expect(inOther((trx) => trx.deleteFrom('event').execute())).rejects.toThrow(refused)
  })

  it('is read once and whole by a reader who resumes, while 32 write, some of them slowly or in vain', async () => {
    const { tenantId } = tenant
    const committed: string[] = []
    const writer = async (number: number) => {
      for (let round = 0; round < 12; round++) {
        const ids = [0, 1].map((at) => `${number}-${round}-${at}`)
        const isInVain = (number + round) % 5 === 0
        const isSlow = (number + round) % 4 === 0
        const work = test.database.inTenant(tenantId, async (trx) => {
          await appendEvents(trx, tenantId, ids.slice(0, 1).map(eventOf))
          // Meanwhile others draw higher ids and commit before this one.
          if (isSlow) await sleep(20 + (number % 7) * 10)
          await appendEvents(trx, tenantId, ids.slice(1).map(eventOf))
          if (isInVain) throw new Error('in vain')
        })
        if (isInVain) await expect(work).rejects.toThrow('in vain')
        else {
          await work
          committed.push(...ids)
        }
      }
    }
    let isWriting = true
    const seen: Event[] = []
    const readOn = async () => {
      for (;;) {
        const wasWriting = isWriting
        const events = await read(tenantId, seen.at(-1), 7)
        seen.push(...events)
        if (events.length === 0 && !wasWriting) return
      }
    }
    const reading = readOn()
    await Promise.all(Array.from({ length: 32 }, (_, number) => writer(number)))
    isWriting = false
    await reading
    expect(seen.map(({ subjectId }) => subjectId).toSorted()).toEqual(committed.toSorted())
  })
})
