// Writes the two contracts of sections with their versions: what the shell offers (shared/shell/contract.json) and the
// calls of the API (shared/contract/api-contract.json). With `--check` it only checks that they are up to date.
// `-- --compatible useThing,Other` says that a changed declaration still takes all that it took before.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { openapiDocument } from '../../server/src/http/openapi.ts'
import {
  type ApiContract,
  apiChanges,
  apiContractSchema,
  apiReport,
  callsOf,
  digestOf,
} from '../contract/api-contract.ts'
import { offeredModules } from '../contract/offered.ts'
import { type ShellContract, shellChanges, shellContractSchema, shellReport } from '../contract/shell-contract.ts'
import { type Change, describeChange, hasNote, nextVersion } from '../contract/versions.ts'
import { publishedPackages } from '../pack/pack-packages.ts'
import { root } from '../workspace.ts'

const shellFile = 'shared/shell/contract.json'
const apiFile = 'shared/contract/api-contract.json'
const versionsFile = 'shared/contract/src/core/contract-versions.ts'
const openapiFile = 'docs/openapi.json'

const isCheck = process.argv.includes('--check')
const flag = process.argv.indexOf('--compatible')
const compatible = flag < 0 ? [] : (process.argv[flag + 1] ?? '').split(',')

/** A file as it was committed last, so that a second run after more changes does not raise a version again. */
function before(file: string): unknown {
  try {
    return JSON.parse(git('show', `HEAD:${file}`))
  } catch {
    return onDisk(file)
  }
}
/** Commits of docs/openapi.json that are looked through: those that landed beside each other may tell of a call in any order. */
const openapiCommits = 10

/** The calls as they were when the report was made: of each the newest description that has its digest. */
function callsOfReport(report: ApiContract): ReturnType<typeof callsOf> {
  const found: ReturnType<typeof callsOf> = new Map()
  const lacks = () =>
    [...calls].some(([name, call]) => report.calls[name]?.digest !== digestOf(call) && !found.has(name))
  const add = (openapi: unknown) => {
    for (const [name, call] of callsOf(openapi)) {
      if (report.calls[name]?.digest === digestOf(call)) found.set(name, call)
    }
  }
  if (Object.keys(report.calls).length === 0) return found
  add(onDisk(openapiFile))
  for (const commit of lacks()
    ? git('log', `-${openapiCommits}`, '--format=%H', '--', openapiFile).trim().split('\n')
    : []) {
    if (lacks()) add(JSON.parse(git('show', `${commit}:${openapiFile}`)))
  }
  return found
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' })
const onDisk = (file: string): unknown =>
  existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')) : undefined
const text = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

const document: unknown = JSON.parse(JSON.stringify(openapiDocument(contract)))
const calls = callsOf(document)
const offered = offeredModules()

function parts(read: (file: string) => unknown) {
  const shell = shellContractSchema.parse(read(shellFile) ?? { version: '1.0.0', modules: {} })
  const api = apiContractSchema.parse(read(apiFile) ?? { version: '1.0.0', calls: {} })
  const shellChanged = shellChanges(shell, shellReport(offered, shell, shell.version, compatible), compatible)
  const apiChanged = apiChanges(api, callsOfReport(api), calls)
  const versions = { shell: nextVersion(shell.version, shellChanged), api: nextVersion(api.version, apiChanged) }
  return {
    shell: {
      changes: shellChanged,
      version: versions.shell,
      report: shellReport(offered, shell, versions.shell, compatible),
    },
    api: { changes: apiChanged, version: versions.api, report: apiReport(calls, api, versions.api) },
  }
}

const versionsText = (
  shell: string,
  api: string,
  slots: Readonly<Record<string, string>>,
): string => `// Written by \`npm run task contract\`.
/** The version of what the shell offers to sections. A section is loaded where its \`shellContract\` range holds it. */
export const shellContract = '${shell}'

/** The version of the calls of the API. A section is loaded where its \`apiContract\` range holds it. */
export const apiContract = '${api}'

/** The version of what each slot gives. A fill is drawn where its \`version\` range holds it. */
export const slotVersions: Readonly<Record<string, string>> = {
${Object.entries(slots)
  .map(([slot, version]) => `  '${slot}': '${version}',\n`)
  .join('')}}
`

const slotVersionsOf = ({ slots }: ShellContract) =>
  Object.fromEntries(Object.entries(slots).map(([slot, { version }]) => [slot, version]))

/** The packages that teams build on have the version of the contract that they are made for. */
const versionedPackages = (shell: string, api: string): [file: string, text: string][] =>
  publishedPackages.map((name) => {
    const file = `shared/${name}/package.json`
    const version = name === 'contract' ? api : shell
    return [file, readFileSync(join(root, file), 'utf8').replace(/("version": ")[^"]+/, `$1${version}`)]
  })

function notesMissing({ shell, api }: ReturnType<typeof parts>): string[] {
  return [
    { file: 'shared/shell/RELEASE-NOTES.md', version: shell.version },
    { file: 'shared/contract/RELEASE-NOTES.md', version: api.version },
  ]
    .filter(({ file, version }) => !hasNote(readFileSync(join(root, file), 'utf8'), version))
    .map(({ file, version }) => `${file} has no row \`| ${version} | what changed | what to do |\`.`)
}

function tell(title: string, changes: readonly Change[], version: string): void {
  if (changes.length === 0) return
  console.error(`${title} differs from its report, which asks for version ${version}:`)
  for (const change of changes) console.error(describeChange(change).replace(/^/gm, '  '))
}

if (isCheck) {
  const { shell, api } = parts(onDisk)
  tell('What the shell offers', shell.changes, shell.version)
  tell('The API', api.changes, api.version)
  const isCurrent = (file: string, wanted: string) =>
    readFileSync(join(root, file), 'utf8') === wanted ? [] : [`${file} is not as \`npm run task contract\` writes it.`]
  const faults =
    shell.changes.length + api.changes.length > 0
      ? [
          'Run `npm run task contract`, say in the release notes what changed, and commit all of it. Where a changed member',
          'takes and gives all that it did before, name it: `npm run task contract -- --compatible useThing,Other`.',
        ]
      : [
          ...isCurrent(versionsFile, versionsText(shell.version, api.version, slotVersionsOf(shell.report))),
          ...versionedPackages(shell.version, api.version).flatMap(([file, wanted]) => isCurrent(file, wanted)),
          ...isCurrent(shellFile, text(shell.report)),
          ...isCurrent(apiFile, text(api.report)),
          ...notesMissing({ shell, api }),
        ]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
  console.log(`The reports of shell contract ${shell.version} and API contract ${api.version} are up to date.`)
} else {
  const { shell, api } = parts(before)
  tell('What the shell offers', shell.changes, shell.version)
  tell('The API', api.changes, api.version)
  writeFileSync(join(root, shellFile), text(shell.report))
  writeFileSync(join(root, apiFile), text(api.report))
  writeFileSync(join(root, versionsFile), versionsText(shell.version, api.version, slotVersionsOf(shell.report)))
  writeFileSync(join(root, openapiFile), text(document))
  for (const [file, wanted] of versionedPackages(shell.version, api.version)) writeFileSync(join(root, file), wanted)
  console.log(`Shell contract ${shell.version} and API contract ${api.version} are written.`)
  for (const missing of notesMissing({ shell, api })) console.log(`To do: ${missing}`)
}
