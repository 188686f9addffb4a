import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type AuthoredStaticHalf, authoredStaticHalfSchema, type StaticHalf } from '@pim/contract'
import type { RsbuildPlugin } from '@rsbuild/core'
import { z } from 'zod'
import { sharedModules } from './shared-modules.ts'
import { completed, type Ranges } from './static-half.ts'

const fileName = 'remote.json'

export function readSection(folder: string): AuthoredStaticHalf {
  const read = authoredStaticHalfSchema.safeParse(JSON.parse(readFileSync(join(folder, fileName), 'utf8')))
  if (!read.success) throw new Error(`${join(folder, fileName)}: ${z.prettifyError(read.error)}`)
  return read.data
}

const localesFolder = 'locales'

/**
 * The strings of a section, by language and key, with those of the packages that it bundles: they travel with it, too.
 */
export function readStrings(folder: string): Record<string, Record<string, string>> {
  const strings: Record<string, Record<string, string>> = {}
  for (const locales of [...localesOfBundled(folder), join(folder, localesFolder)]) {
    for (const name of readdirSync(locales).sort()) {
      if (!name.endsWith('.json')) continue
      const entries = stringsSchema.parse(JSON.parse(readFileSync(join(locales, name), 'utf8')))
      const language = basename(name, '.json')
      strings[language] = { ...strings[language], ...entries }
    }
  }
  return strings
}

const stringsSchema = z.record(z.string(), z.string())
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })

/** Of the packages of ours that the shell does not lend. */
function localesOfBundled(folder: string): string[] {
  const { dependencies } = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@pim/') && !(name in sharedModules))
    .map((name) => join(folder, 'node_modules', name, localesFolder))
    .filter(existsSync)
}

/**
 * Emits remote.json, completed by what the build knows, and the strings beside the manifest. A server that hosts this section
 * elsewhere, and a shell that is given another manifest, read them there.
 */
export function emitSection(
  folder: string,
  ranges: (half: Pick<StaticHalf, 'permissions' | 'settings'>) => Ranges,
): RsbuildPlugin {
  return {
    name: 'pim:section',
    setup(api) {
      api.processAssets({ stage: 'additional' }, ({ compilation, sources }) => {
        compilation.fileDependencies.add(join(folder, fileName))
        compilation.contextDependencies.add(join(folder, localesFolder))
        const strings = readStrings(folder)
        const whole = completed(readSection(folder), strings)
        const half = { ...whole, ...ranges(whole) }
        compilation.emitAsset(fileName, new sources.RawSource(JSON.stringify(half)))
        compilation.emitAsset('strings.json', new sources.RawSource(JSON.stringify(strings)))
      })
    },
  }
}
