// `npm run new remote <name>` creates the folder of a working section, which the shell finds by its remote.json.
// `npm run new section-repository <folder> [name]` creates a section in a repository of its own, outside of this one.
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { newRepository } from '../scaffold/new-repository.ts'
import { newSection } from '../scaffold/new-section.ts'
import { requireSectionName } from '../scaffold/section-name.ts'
import { CannotScaffold } from '../scaffold/write-files.ts'

const usage = `npm run new remote <name>                           a section in this repository
npm run new section-repository <folder> [name]      a section in a repository of its own

A name is lower-case letters and digits: orders, stock2. Without one, the folder's is taken.`

const [kind, target = '', given] = process.argv.slice(2)
// npm runs the task in the root; whoever called it may have been elsewhere.
const folder = resolve(process.env.INIT_CWD ?? '.', target)
const name = kind === 'remote' ? target : (given ?? basename(folder))
const isKnown = kind === 'remote' || kind === 'section-repository'
if (!isKnown || target === '') {
  console.error(usage)
  process.exit(2)
}
try {
  requireSectionName(name)
  if (kind === 'remote') newSection(name)
  else if (existsSync(folder)) throw new CannotScaffold(`${folder} is there already.`)
  else await newRepository(folder, name)
} catch (error) {
  if (!(error instanceof CannotScaffold)) throw error
  console.error(error.message)
  process.exit(1)
}
