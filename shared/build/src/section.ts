import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Remote, remoteSchema } from '@pim/contract'
import type { RsbuildPlugin } from '@rsbuild/core'
import { z } from 'zod'

/** The schema of a section's remote.json: what the shell must know of a section before it loads its code. */
export const sectionSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z][a-z0-9]*$/, 'is lower-case letters and digits'),
  ...remoteSchema
    .omit({
      manifestUrl: true,
      release: true,
      shellContract: true,
      apiContract: true,
      featureToggle: true,
      icon: true,
      placement: true,
      operatorPaths: true,
    })
    .required()
    .extend({ paths: z.array(z.string().startsWith('/')).min(1) }).shape,
  ...remoteSchema.pick({ featureToggle: true, icon: true, placement: true, operatorPaths: true }).shape,
})
export type Section = z.infer<typeof sectionSchema>

const fileName = 'remote.json'

export function readSection(folder: string): Section {
  const read = sectionSchema.safeParse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
  if (!read.success) throw new Error(`${join(folder, fileName)}: ${z.prettifyError(read.error)}`)
  return read.data
}

const localesFolder = 'locales'

/** The strings of a section, by language and key. */
export function readStrings(folder: string): Record<string, Record<string, string>> {
  const files = readdirSync(join(folder, localesFolder)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files
      .sort()
      .map((name) => [
        basename(name, '.json'),
        z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(folder, localesFolder, name), 'utf8'))),
      ]),
  )
}

/**
 * Emits remote.json, with the ranges of the contracts that the section needs, and the strings beside the manifest. A server that hosts this section elsewhere, and a shell that
 * is given another manifest, read them there.
 */
export function emitSection(
  folder: string,
  ranges: () => Pick<Remote, 'shellContract' | 'apiContract'>,
): RsbuildPlugin {
  return {
    name: 'pim:section',
    setup(api) {
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
        compilation.fileDependencies.add(join(folder, fileName))
        compilation.contextDependencies.add(join(folder, localesFolder))
        compilation.emitAsset(fileName, new sources.RawSource(JSON.stringify({ ...readSection(folder), ...ranges() })))
        compilation.emitAsset('strings.json', new sources.RawSource(JSON.stringify(readStrings(folder))))
      })
    },
  }
}
