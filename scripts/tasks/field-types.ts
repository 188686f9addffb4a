// Writes the registries of field types from the folders of shared/field-types/src; with `--check` it only checks that they
// are up to date. A folder with a `facts.ts` is a room of one or more field types, called as what its files export.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FieldTypeFacts } from '../../shared/field-types/src/core/field-type-facts.ts'
import { root } from '../workspace.ts'

const sources = 'shared/field-types/src'

interface Room {
  readonly folder: string
  readonly types: readonly string[]
}

const folders = readdirSync(join(root, sources)).filter((each) => existsSync(join(root, sources, each, 'facts.ts')))
const facts: readonly { folder: string; types: Readonly<Record<string, FieldTypeFacts>> }[] = await Promise.all(
  folders.map(async (folder) => ({
    folder,
    types: await import(pathToFileURL(join(root, sources, folder, 'facts.ts')).href),
  })),
)
const rooms: readonly Room[] = facts.map(({ folder, types }) => ({ folder, types: Object.keys(types).toSorted() }))
const types = facts
  .flatMap((each) => Object.entries(each.types))
  .toSorted(([, a], [, b]) => a.place - b.place)
  .map(([type]) => type)

const head = '// Made from the folders of the field types by `npm run task field-types`.\n'
const imports = (file: string) =>
  rooms.map(({ folder, types: names }) => `import { ${names.join(', ')} } from './${folder}/${file}'\n`).join('')
const list = (declared: string, kept: string) =>
  `${declared} = {\n${types.map((type) => `  ${type},\n`).join('')}} satisfies Record<FieldType, ${kept}>\n`

interface Registry {
  readonly name: string
  readonly isExported?: boolean
  readonly type: string
  readonly typeFile: string
  readonly lookup: string
}

/** What each room has in one of its files, by field type, and a function that looks it up. */
const registry = (file: string, { name, isExported = false, type, typeFile, lookup }: Registry) =>
  `${head}import type { FieldType } from '@pim/contract'
import type { ${type} } from '${typeFile}'
${imports(file)}
${list(`${isExported ? 'export ' : ''}const ${name}`, 'unknown')}
const byType: Readonly<Record<FieldType, ${type}>> = ${name}

export const ${lookup} = (type: FieldType): ${type} => byType[type]
`

const files: Readonly<Record<string, string>> = {
  'shared/contract/src/content-model/field-types.gen.ts': `${head}export const fieldTypes = [\n${types.map((type) => `  '${type}',\n`).join('')}] as const\n`,
  [`${sources}/facts.gen.ts`]: registry('facts.ts', {
    name: 'facts',
    type: 'FieldTypeFacts',
    typeFile: './core/field-type-facts.ts',
    lookup: 'factsOf',
  }),
  [`${sources}/registry.gen.ts`]: registry('model.ts', {
    name: 'fieldTypeModels',
    isExported: true,
    type: 'FieldTypeModel',
    typeFile: './core/field-type-model.ts',
    lookup: 'roomOf',
  }),
  [`${sources}/react-registry.gen.ts`]: registry('view.ts', {
    name: 'fieldViews',
    type: 'FieldView',
    typeFile: './frame/field-view.ts',
    lookup: 'viewOf',
  }),
  [`${sources}/fixtures.gen.ts`]: `${head}import type { FieldType } from '@pim/contract'
import type { FieldTypeFixtures } from './core/field-type-fixtures.ts'
${imports('fixtures.ts')}
export { type FieldTypeFixtures, fixtureIds } from './core/field-type-fixtures.ts'

/** The cases of each room, as plain JSON. */
${list('export const fixtures', 'FieldTypeFixtures')}`,
}

const isCheck = process.argv.includes('--check')
const outdated = Object.entries(files).filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
)
if (!isCheck) {
  for (const [path, text] of outdated) writeFileSync(join(root, path), text)
  console.log(`The registries have ${types.length} field types of ${rooms.length} folders.`)
} else if (types.length > 0 && outdated.length === 0) {
  console.log(`The registries of ${types.length} field types are up to date.`)
} else {
  for (const [path] of outdated)
    console.error(`${path} is out of date: run \`npm run task field-types\` and commit it.`)
  process.exit(1)
}
