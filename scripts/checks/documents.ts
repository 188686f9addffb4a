// Every file that a document names in backticks exists, and every folder that it names there or in a block of text, so that
// what is renamed is renamed in the documents too. And every
// test that docs/specification.md names as the one that holds a fact is in its file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../workspace.ts'

const folders = ['', 'docs', 'docs/adr']
const documents = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** A path of ours: it starts with a folder that is there, and ends in the name of a file. */
const named = /`((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|mjs|json|sql|md|svg))`/g

/** Folders in the blocks of a document that show where things are: a word with a slash behind it. */
const blocks = /^```\n([\s\S]*?)^```/gm
const folder = /(?<=^|\s{2,})([\w-]+(?:\/[\w.-]+)*)\/(?=\s|$)/gm

function missingIn(text: string): string[] {
  const files = [...text.matchAll(named)]
    .map((match) => match[1] ?? '')
    .filter((path) => existsSync(join(root, path.split('/')[0] ?? '')) && !existsSync(join(root, path)))
  const foldersNamed = [...text.matchAll(blocks)].flatMap(([, block = '']) => [...block.matchAll(folder)])
  return [...files, ...foldersNamed.map((match) => match[1] ?? '').filter((path) => !existsSync(join(root, path)))]
}

for (const missing of ['`server/src/no-such-file.ts`', '```\nhost/  the shell   no-such/folder/   more\n```'])
  if (missingIn(missing).length !== 1) throw new Error('the check does not see what is missing')
const missing = documents.flatMap((document) =>
  missingIn(readFileSync(join(root, document), 'utf8')).map((path) => `${document} names ${path}, which is not there`),
)

/** The manuals: each place that they lead to is there, and so is each command. */
const manuals = ['README.md', 'docs/operating.md', 'docs/sections.md', 'docs/testing.md']
const link = /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g
const command = /npm run (?:task )?([a-z][\w-]*)/g
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function leadingNowhere(document: string, text: string): string[] {
  const links = [...text.matchAll(link)].flatMap(([, path = '', anchor]) => {
    const file = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, file))) return [path]
    if (anchor === undefined) return []
    const target = file === document ? text : readFileSync(join(root, file), 'utf8')
    const anchors = [...target.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    return anchors.includes(anchor) ? [] : [`${path}#${anchor}`]
  })
  const commands = [...text.matchAll(command)].flatMap(([whole, name = '']) =>
    existsSync(join(root, 'scripts/tasks', `${name}.ts`)) || name === 'task' ? [] : [whole],
  )
  return [...links, ...commands]
}

/** Each setting of the server is in the manual of whoever runs it. */
const settings = [
  ...readFileSync(join(root, 'server/src/config.ts'), 'utf8').matchAll(/^ {4}((?:PIM|KEYCLOAK)_[A-Z_]+):/gm),
]
const told = ['docs/operating.md', 'deploy/keycloak/README.md']
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join()
const untold = settings.map(([, name = '']) => name).filter((name) => !told.includes(`\`${name}`))
/** Lines of the README: short enough to be read to its end. */
const maxLinesOfReadme = 120

if (
  leadingNowhere('README.md', '[a](docs/none.md) [b](#none) `npm run task none`').length !== 3 ||
  settings.length < 30
)
  throw new Error('the check does not see what leads nowhere')
for (const manual of manuals) {
  const text = readFileSync(join(root, manual), 'utf8')
  missing.push(...leadingNowhere(manual, text).map((place) => `${manual} leads to ${place}, which is not there`))
}
missing.push(...untold.map((name) => `docs/operating.md does not name the setting ${name}`))
const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1
if (lines > maxLinesOfReadme) missing.push(`README.md has ${lines} lines; ${maxLinesOfReadme} are the most`)

const proofs = 'docs/specification.md'
/** A cell with tests: each is the path of its file in backticks, and its name. */
const namedTest = /`([\w./-]+\.(?:test|spec)\.tsx?)` (.*?)(?=<br>| \|)/g

function unprovenIn(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| fact |'))
  return rows.flatMap((row) => {
    const tests = [...row.matchAll(namedTest)]
    if (tests.length === 0) return [`has no test: ${row}`]
    return tests.flatMap(([, path = '', name = '']) => {
      const isThere = existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8').includes(name)
      return isThere ? [] : [`names a test that is not in ${path}: ${name}`]
    })
  })
}

const planted = ['| a fact |  |', '| a fact | `scripts/checks/type-programs.test.ts` no such test |']
if (unprovenIn(planted.join('\n')).length !== planted.length) throw new Error('the check does not see a missing test')
missing.push(...unprovenIn(readFileSync(join(root, proofs), 'utf8')).map((fault) => `${proofs} ${fault}`))
for (const line of missing) console.error(line)
if (missing.length > 0) process.exit(1)
console.log(`${documents.length} documents name only files that are there.`)
