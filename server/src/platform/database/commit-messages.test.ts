import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { notificationsReceived } from '../../../testing/notifications-received.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { CommitTopic } from './commit-messages.ts'
import type { Database } from './database.ts'
import { type Notifications, openNotifications } from './notifications.ts'
import type { Payload } from './transaction.ts'

const topic = new CommitTopic<string[]>({
  name: 'test-collected',
  start: () => [],
  payloadsOf: (words) => [{ words }, { many: words.length }],
})

let test: TestDatabase
let tenant: TestTenant
let notifications: Notifications
let heard: Payload[]
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
  notifications = await openNotifications({ connection: test.address.platform })
  notifications.listen(topic.name, (payload) => payload && heard.push(payload))
  // Until LISTEN has taken effect.
  await received()
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await notifications.close()
  await test.close()
})

const collect = (database: Database, ...words: readonly string[]) =>
  database.inTenant(tenant.tenantId, async (trx) => {
    for (const word of words) topic.in(trx).push(word)
  })

const received = () => notificationsReceived({ database: test.database, notifications })

describe('what a transaction collects', () => {
  it('is told in the order in which it was begun, but for what goes first', async () => {
    const [later, first] = ['test-later', 'test-first'].map(
      (name) =>
        new CommitTopic({ name, start: () => ({}), isFirst: name === 'test-first', payloadsOf: (): [Payload] => [{}] }),
    )
    const told: string[] = []
    const stops = [topic.name, 'test-later', 'test-first'].map((name) =>
      test.database.onCommit(name, () => told.push(name)),
    )
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      topic.in(trx).push('one')
      later?.in(trx)
      first?.in(trx)
    })
    for (const stop of stops) stop()
    expect(told).toEqual(['test-first', topic.name, 'test-later'])
    await received()
  })

  it('is sent once, with the commit', async () => {
    await collect(test.database, 'one', 'two')
    await collect(test.database)
    await received()
    expect(heard).toMatchObject([{ words: ['one', 'two'] }])
  })

  it('is not sent by a transaction that rolls back, and by one that is repeated only once', async () => {
    const failing = test.database.inTenant(tenant.tenantId, async (trx) => {
      topic.in(trx).push('in vain')
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    let attempts = 0
    await test.database.inTenant(tenant.tenantId, async (trx) => {
      topic.in(trx).push('again')
      if (++attempts === 1) await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx)
    })
    await received()
    expect([attempts, heard]).toMatchObject([2, [{ words: ['again'] }]])
  })

  it('is shortened where a notification has no room for it', async () => {
    await collect(test.database, ...Array.from({ length: 400 }, (_, at) => `a word of some length ${at}`))
    await received()
    expect(heard).toMatchObject([{ many: 400 }])
  })

  it('is known to this process before the caller hears of the commit, whole, and then known as its own', async () => {
    const known: Payload[] = []
    const stop = test.database.onCommit(topic.name, (payload) => known.push(payload))
    await collect(test.database, 'mine')
    expect(known).toEqual([{ words: ['mine'] }])
    stop()
    await collect(test.database, 'unheard')
    expect(known.length).toBe(1)
    await collect(test.open(), 'theirs')
    await received()
    expect(heard.map((payload) => test.database.isOwnMessage(payload))).toEqual([true, true, false])
  })
})
