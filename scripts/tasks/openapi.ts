// Writes docs/openapi.json from the contract; with `--check` it only checks that the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { openapiDocument } from '../../server/src/http/openapi.ts'
import { root } from '../workspace.ts'

const file = join(root, 'docs', 'openapi.json')
const text = `${JSON.stringify(openapiDocument(contract), null, 1)}\n`
const isCheck = process.argv.includes('--check')

if (!isCheck) {
  writeFileSync(file, text)
  console.log('docs/openapi.json is written.')
} else if (readFileSync(file, 'utf8') === text) {
  console.log('docs/openapi.json is up to date.')
} else {
  console.error('docs/openapi.json is out of date: run `npm run task openapi` and commit it.')
  process.exit(1)
}
