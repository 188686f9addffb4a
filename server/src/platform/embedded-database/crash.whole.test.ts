import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { cleanUp, newFolder, startServer } from '../../../testing/killable-server.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { isAlive } from './postmaster.ts'

afterAll(cleanUp)

/** How often a server is killed. How soon it is ready again is measured by the bench. */
const rounds = isWholeRun ? 6 : 2

describe('a server that is killed', () => {
  it('leaves a PostgreSQL running, which the next server stops first', async () => {
    const folder = await newFolder()
    const first = await startServer(folder)
    first.child.kill('SIGKILL')
    await first.ended
    expect(await isAlive(first.postgresPid)).toBe(true)
    const [socketOfFirst, second] = [await readFile(join(folder, 'socket-folder'), 'utf8'), await startServer(folder)]
    expect(existsSync(socketOfFirst)).toBe(false)
    expect(await isAlive(first.postgresPid)).toBe(false)
    second.child.kill('SIGTERM')
    await second.ended
    expect(await isAlive(second.postgresPid)).toBe(false)
  })

  it(
    'loses no acknowledged write and leaves none half done, at any moment, alone or with its database',
    async () => {
      const folder = await newFolder()
      const saved = new Set<number>()
      for (let round = 0; round < rounds; round++) {
        const server = await startServer(folder)
        await expect.poll(() => server.saved.size).toBeGreaterThan(20)
        // From here on the moment is left to chance: whatever is interrupted, nothing may be lost.
        await sleep(Math.random() * 700)
        // The database alone and then the server while it restarts it, both at once, or the server alone.
        if (round % 3 === 0) {
          process.kill(server.postgresPid, 'SIGKILL')
          await sleep(Math.random() * 300)
        }
        server.child.kill('SIGKILL')
        if (round % 3 === 1) process.kill(server.postgresPid, 'SIGKILL')
        await server.ended
        for (const n of server.saved) saved.add(n)
      }
      const embedded = await startEmbeddedDatabase({ dataFolder: folder })
      await migrate(embedded.address)
      const database = openDatabase({ address: embedded.address })
      const rows = await database.asSystem((trx) =>
        trx.selectFrom('user_profile').select(['email', 'first_name']).execute(),
      )
      const halves = Map.groupBy(rows, (row) => Number(row.email))
      await database.close()
      await embedded.stop()
      expect(saved.size).toBeGreaterThan(20 * rounds)
      expect([...saved].filter((n) => !halves.has(n))).toEqual([])
      expect([...halves.values()].filter((pair) => pair.length !== 2)).toEqual([])
    },
    60_000 + rounds * 20_000,
  )
})
