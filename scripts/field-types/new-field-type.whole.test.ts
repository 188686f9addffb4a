import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from '@rstest/core'
import { copyOfSources } from '../checks/copy-of-sources.ts'
import { run } from '../checks/part.ts'

/** A field type is one folder and its words: `duration`, in a copy of the sources. */
const copy = copyOfSources()
afterAll(() => copy.remove())

function runs(folder: string, [script = '', ...rest]: readonly string[]) {
  return run([join(copy.root, script), ...rest], { cwd: join(copy.root, folder) })
}
async function succeeds(folder: string, ...args: readonly string[]) {
  const { code, output } = await runs(folder, args)
  expect(code, output).toBe(0)
}
const tests = 'node_modules/@rstest/core/bin/rstest.js'

it('a new folder is imported, found, sorted, exported, delivered, written and shown', async () => {
  cpSync(join(import.meta.dirname, 'templates'), copy.root, { recursive: true })
  for (const language of ['en-US', 'de-DE', 'sv-SE']) {
    const file = join(copy.root, `shared/field-types/locales/${language}.json`)
    const strings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const words = { 'fieldTypes.duration.name': 'Duration', 'fieldTypes.duration.description': 'How long it takes' }
    writeFileSync(file, JSON.stringify({ ...strings, ...words }))
  }
  const { output } = await runs('', ['scripts/tasks/field-types.ts', '--check'])
  expect(output).toContain('registry.gen.ts is out of date')
  await succeeds('', 'scripts/tasks/field-types.ts')
  await succeeds('', 'scripts/checks/boundaries.ts')
  await succeeds('shared/field-types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit')
  await succeeds('shared/field-types', tests, 'run', 'rooms', 'settings-forms', 'duration')
  await succeeds('remote-content', tests, 'run', 'duration')
  const server = [tests, 'run', '-c', 'rstest.config.ts']
  await succeeds('server', ...server, 'duration')
  await succeeds('server', ...server, 'export-items', 'filter.test', '-t', 'of (?:each|every) field type')
})
