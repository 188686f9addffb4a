import { pathToFileURL } from 'node:url'
import type { RstestConfig } from '@rstest/core'
import { configVariable, reportVariable } from './unit-tests.ts'

/** The configuration of a package, with a report of all that its tests did in a file beside the usual output. */
const { default: config }: { default: RstestConfig } = await import(
  pathToFileURL(process.env[configVariable] ?? '').href
)

export default {
  ...config,
  reporters: ['default', ['json', { outputPath: process.env[reportVariable] ?? '' }]],
} satisfies RstestConfig
