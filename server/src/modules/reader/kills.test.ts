import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { articleType, putType } from '../../../testing/content-calls.ts'
import { listFaults } from '../../../testing/list-faults.ts'
import { folderForTests } from '../../../testing/test-database.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { startOwnServer, type TestServer } from '../../../testing/test-server.ts'

const program = fileURLToPath(new URL('../../../testing/list-loop-server.ts', import.meta.url))
/** `kills.whole.test.ts` kills two hundred times. */
const kills = 5

let server: TestServer
const children = new Set<ChildProcess>()
beforeAll(async () => {
  // A server of its own: others that are killed work on its database.
  server = await startOwnServer()
  await putType(server, server.acme, articleType)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close()
})

interface KilledServer {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  /** The words of what it has reported as saved. */
  readonly saved: Set<string>
  readonly ended: Promise<void>
  readonly complaints: () => string
}

function startKilledServer(lists: string, round: number): KilledServer {
  const args = [JSON.stringify(server.rows.address), lists, String(round), server.acme.variations['en-US'] ?? '']
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: join(lists, '..', 'compiled') },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.add(child)
  const saved = new Set<string>()
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error(complaints)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word, value = ''] = line.split(' ')
      if (word === 'saved') saved.add(value)
      if (word === 'ready') resolve()
    })
  })
  ready.catch(() => {})
  return { child, ready, saved, ended, complaints: () => complaints }
}

it('lists of a server that is killed at any moment have all that it has acknowledged, and nothing that is not so', async () => {
  const dataFolder = await folderForTests()
  const lists = join(dataFolder, 'lists-1')
  const { tenantId, variations } = server.acme
  const where = {
    variationId: variations['en-US'] ?? '',
    isPublished: false,
    kinds: ['user'],
    deleted: [false],
  } as const
  let count = 0
  let next = startKilledServer(lists, 0)
  for (let round = 0; round < kills; round += 1) {
    const { child, ready, saved, ended, complaints } = next
    await ready
    // The next one gets ready meanwhile, and begins when this one has ended.
    if (round + 1 < kills) next = startKilledServer(lists, round + 1)
    child.stdin?.write('go\n')
    await expect.poll(() => saved.size).toBeGreaterThan(3)
    // From here on the moment is left to chance.
    await sleep(Math.random() * 200)
    child.kill('SIGKILL')
    await ended
    expect(complaints()).toBe('')
    count += saved.size
    const reader = await openTestReader(server.database, { folder: lists })
    const queries = [...saved].map((word) => `"${word}"`)
    const unknown = await reader.ask(tenantId, 'unknown', { where, queries })
    expect([...saved].filter((_, at) => unknown[at])).toEqual([])
    await reader.close()
  }
  // What differs stays so: nothing of it is written again.
  expect(await listFaults(server.database, dataFolder, tenantId)).toEqual([])
  expect(count).toBeGreaterThan(3 * kills)
})
