// Every file that a document names in backticks exists, and every folder that it names there or in a block of text, so that
// what is renamed is renamed in the documents too. And every
// test that docs/specification.md names as the one that holds a fact is in its file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
