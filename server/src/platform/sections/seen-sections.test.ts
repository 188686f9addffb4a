import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts'
import { createExternalSectionLoader } from './external-section.ts'
import { seenSectionsIn } from './seen-sections.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const offer = { titleKey: 'media.title', role: 'editor', featureToggle: 'mediaEnabled' }
const description = {
  name: 'media',
  shellContract: '^2.0.0',
  featureToggle: 'mediaEnabled',
  screens: { '/media-items': offer },
  commands: [{ ...offer, path: '/media-items' }],
  menu: [{ ...offer, path: '/media-items' }],
  strings: { 'en-US': { 'media.title': 'Media' } },
  paths: ['/media-items'],
}
const strings = { 'en-US': { 'media.title': 'Media' } }

it('a section on another server is known after a restart while that server is away', async () => {
  let asked = 0
  const other = createServer(({ url }, response) => {
    asked += 1
    response.end(JSON.stringify(url === '/remote.json' ? description : strings))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const manifestUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mf-manifest.json`
  const faults: string[] = []
  let clock = 1_000_000
  const startServer = () =>
    createExternalSectionLoader({
      onFault: (message) => void faults.push(message),
      now: () => clock,
      seen: seenSectionsIn(test.database),
    })

  const load = startServer()
  expect(await load(manifestUrl)).toEqual({ description, strings })
  expect(asked).toBe(2)
  await new Promise((resolve) => other.close(resolve))

  expect(await startServer()(manifestUrl)).toEqual({ description, strings })
  expect(faults).toHaveLength(2)
  // What is known whole is answered at once, whatever the other server does meanwhile.
  clock += 60_000
  expect(await load(manifestUrl)).toEqual({ description, strings })
})
