import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { groupedFiles } from '../../server/rstest.config.ts'
import { statementsVariable } from '../../server/testing/recorded-statements.ts'
import { check } from '../checks/part.ts'
import { typePrograms } from '../checks/type-programs.ts'
import { packages, root } from '../workspace.ts'
import { browserTests, loadDemo } from './browser-tests.ts'
import { citusTests } from './citus-tests.ts'
import type { Work } from './lanes.ts'
import { inEvenGroups } from './times.ts'
import { type UnitTests, unitTests } from './unit-tests.ts'

const bin = (path: string): string => join(root, 'node_modules', path)

/** How many pieces the server's tests run in, each with a database of its own: small enough for an even end. */
const serverGroups = 4

interface PartOptions {
  /** How long a test file usually takes. */
  readonly secondsOf: (path: string) => number
}

type MakeWorks = (options: PartOptions) => readonly Omit<Work, 'part'>[]

const one =
  (name: string, title: string, args: readonly string[]): MakeWorks =>
  () => [{ name, run: () => check(title, args, root) }]

/** Every part of the run by its name, each as works that lanes do. */
const parts: Readonly<Record<string, MakeWorks>> = {
  types: () =>
    typePrograms().map(({ config, packages: names }) => ({
      name: `types of ${names[0]}`,
      run: () => check(`types of ${names.join(', ')}`, typeCheck(config, names[0] ?? ''), root),
    })),
  lint: one('lint', 'biome', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
  contract: one('contract', 'the reports of the contracts are up to date', ['scripts/tasks/contract.ts', '--check']),
  unused: one('unused', 'knip', [bin('knip/bin/knip.js'), '--no-progress']),
  boundaries: one('boundaries', 'who may import whom', ['scripts/checks/boundaries.ts']),
  registries: one('registries', 'the registries of field types are made from their folders', [
    'scripts/tasks/field-types.ts',
    '--check',
  ]),
  documents: one('documents', 'documents name files that are there', ['scripts/checks/documents.ts']),
  words: one('words', 'every string is there, used and translated', ['scripts/checks/words.ts']),
  openapi: one('openapi', 'docs/openapi.json is up to date', ['scripts/tasks/openapi.ts', '--check']),
  unit: ({ secondsOf }) => [...serverWorks(secondsOf), ...packageWorks()],
  build: one('build', 'every app can be built', ['scripts/tasks/build.ts']),
  // Two browsers and two products keep two cores busy; beside them, server tests took three times as long and met their limits.
  browser: () => [
    { name: 'demo', after: ['build'], run: loadDemo },
    { name: 'browser', after: ['demo'], isAlone: true, run: (tell) => browserTests([], tell) },
  ],
  citus: () => [{ name: 'citus', run: citusTests }],
}

/** Only where they are named: what they need is not on every machine. */
const onRequest = ['citus']

export const partNames: readonly string[] = Object.keys(parts)

/** The works of the named parts, or of the usual run where none is named. */
export function worksOf(names: readonly string[], options: PartOptions): Work[] {
  const wanted = names.length > 0 ? names : partNames.filter((name) => !onRequest.includes(name))
  return wanted.flatMap((part) => parts[part]?.(options).map((work) => ({ ...work, part })) ?? [])
}

/** One checker: each of several would look at the same declarations again. What it has found is kept for the next run. */
const typeCheck = (config: string, name: string): string[] => [
  bin('typescript/bin/tsc'),
  ...['-p', config, '--pretty', 'false', '--checkers', '1', '--incremental', '--tsBuildInfoFile'],
  join(root, 'node_modules/.cache/types', `${name.replaceAll('/', '-')}.tsbuildinfo`),
]

/** The statements that all groups have sent are checked together, as a rule holds for whoever sends them. */
function serverWorks(secondsOf: (path: string) => number): Omit<Work, 'part'>[] {
  const { include, exclude } = groupedFiles(process.env.PIM_TEST_BUDGET === 'all')
  const files = globSync(include, { cwd: join(root, 'server'), exclude })
  const groups = inEvenGroups(files, serverGroups, (file) => secondsOf(`server/${file}`))
  const statements = join(root, 'node_modules/.cache/pim-statements')
  rmSync(statements, { recursive: true, force: true })
  mkdirSync(statements, { recursive: true })
  const inGroups = groups.map((group, index) =>
    work(`server ${index + 1}/${groups.length}`, {
      folder: 'server',
      config: 'rstest.config.ts',
      files: group,
      env: { [statementsVariable]: statements },
    }),
  )
  return [
    ...inGroups,
    work('server alone', { folder: 'server', config: 'rstest.alone.config.ts' }),
    {
      name: 'statements',
      after: inGroups.map(({ name }) => name),
      run: () =>
        check('statements that a distributed database takes', ['scripts/checks/statements.ts', statements], root),
    },
  ]
}

/** The components of an example are tested where its story is told, as a team does it: `demo-section.spec.ts`. */
const packageWorks = (): Omit<Work, 'part'>[] =>
  packages()
    .filter((name) => name !== 'server' && existsSync(join(root, name, 'rstest.config.ts')))
    .map((name) =>
      work(name, { folder: name, config: 'rstest.config.ts', files: name.startsWith('examples/') ? ['back-end'] : [] }),
    )

const work = (name: string, options: Omit<UnitTests, 'name'>): Omit<Work, 'part'> => ({
  name,
  run: (tell) => unitTests({ name, ...options }, tell),
})
