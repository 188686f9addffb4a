// Prints, as JSON, the source files of which a function runs during one usual save, from the request to the response.
// Counted by V8's precise coverage, after saves that have filled every cache.
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { articleType, ContentCalls, putType } from './content-calls.ts'
import { startTestServer } from './test-server.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const server = await startTestServer()
await putType(server, server.acme, articleType)
const calls = new ContentCalls(server, server.acme)
const { en } = await calls.make({ title: 'one' })
for (const title of ['two', 'three', 'four']) await calls.update(en, { title })

// Background work (jobs, the heartbeat of notifications) would be counted as part of the save.
await server.dependencies.jobs.close()
await server.dependencies.notifications.close()

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
// The smallest of three: a cache that happens to revalidate during one of them is no part of a usual save.
const saves: string[][] = []
for (const title of ['five', 'six', 'seven']) {
  await session.post('Profiler.takePreciseCoverage')
  await calls.update(en, { title })
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result.filter(
    ({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0),
  )
  saves.push(
    called
      .map(({ url }) => relative(root, fileURLToPath(url)))
      .filter((path) => /^(?:server\/src|shared)\//.test(path))
      // Checks responses against their schemas, in tests only.
      .filter((path) => path !== 'server/src/http/response-check.ts')
      .sort(),
  )
}
const [files] = saves.toSorted((one, other) => one.length - other.length)
console.log(JSON.stringify(files))
await server.close()
process.exit(0)
