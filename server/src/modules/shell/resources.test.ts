import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Resources } from '@pim/contract/resources/schemas.ts'
import { beforeAll, expect, it } from '@rstest/core'
import type { Section } from '../../platform/sections/index.ts'
import { resourcesFrom } from './resources.ts'

const root = join(import.meta.dirname, '../../../..')
const names = ['content', 'settings'] as const
let asked: ReturnType<typeof resourcesFrom>

beforeAll(async () => {
  const sections = await Promise.all(
    names.map(async (name): Promise<Section> => {
      const half = JSON.parse(await readFile(join(root, `remote-${name}`, 'remote.json'), 'utf8'))
      return { ...half, distFolder: undefined, manifestUrl: `/remotes/${name}/mf-manifest.json` }
    }),
  )
  halves = JSON.stringify(sections)
  asked = resourcesFrom({ root, sections: async () => sections })
})

async function keysOf(query: Parameters<typeof asked>[0]): Promise<string[]> {
  const { plain } = await asked(query)
  const [bundle] = JSON.parse(plain.bytes.toString()) as Resources
  return Object.keys(bundle?.entries ?? {})
}
const german = { languageCode: 'de-DE' }
/** Titles of all sections, and lines that lead to their screens: the shell says them before any of their code. */
let halves: string
const isOffered = (key: string) => halves.includes(JSON.stringify(key))
const familiesOf = (keys: readonly string[]) => new Set(keys.map((key) => key.split('.')[0]))

it('are those that a screen shows at first, and what all screens say; the rest are all others', async () => {
  const all = await keysOf(german)
  const first = await keysOf({ ...german, screen: 'content-items' })
  const rest = await keysOf({ ...german, screen: 'content-items', part: 'rest' })
  expect(first).toEqual(expect.arrayContaining(['content.list.title', 'ui.cancel', 'shell.problem.NOT_FOUND']))
  expect(first).toContain('settings.page.tenants')
  expect(familiesOf(first.filter((key) => !isOffered(key)))).toEqual(new Set(['content', 'kit', 'shell', 'ui']))
  expect(first.length).toBeLessThan(all.length / 3)
  expect([...first, ...rest].toSorted()).toEqual(all.toSorted())
})

it('are all of the section and of what sections share, where its screen does not say which it shows at first', async () => {
  const first = await keysOf({ ...german, screen: 'settings' })
  const all = await keysOf(german)
  const own = /^(?:settings|kit|fieldTypes|shell|ui)\./
  const late = /^(?:shell\.(?:fieldError|firstTenant|keys|prototype|uploads)|ui\.erase)\./
  expect(first).toEqual(all.filter((key) => (own.test(key) && !late.test(key)) || isOffered(key)))
})

it('are one answer for all screens that nobody has, so that names which are made up take no room', async () => {
  const answers = await Promise.all(['a', 'b'].map((screen) => asked({ ...german, screen })))
  expect(answers[0]).toBe(answers[1])
  const first = await keysOf({ ...german, screen: 'a' })
  // The shell's own screens are of no section.
  expect(first).toContain('shell.prototype.title')
  expect(familiesOf(first.filter((key) => !isOffered(key)))).toEqual(new Set(['shell', 'ui']))
})
