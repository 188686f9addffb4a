#!/usr/bin/env node
// `pim-section`: what the team of a section in a repository of its own needs beside its bundler.
import { parseArgs } from 'node:util'
import { devSection, freePort } from './dev/dev-section.ts'
import { signInFaults } from './dev/sign-in-faults.ts'
import { wordFaults } from './words/word-rules.ts'

const usage = `pim-section dev --against <address of an installation>   this section from its sources, in that installation's page
pim-section words                                        checks the strings: there, used, translated`

const fail = (words: string): never => {
  console.error(words)
  process.exit(1)
}

async function dev(address: string): Promise<void> {
  if (!URL.canParse(address)) fail(usage)
  const against = new URL(address)
  const port = await freePort(Number(process.env.PIM_DEV_PORT ?? 3100))
  const faults = await signInFaults(against, `http://localhost:${port}`)
  if (faults.length > 0) fail(faults.join('\n'))
  const running = await devSection({ folder: process.cwd(), against, port })
  console.log(`\n  ${running.url}   this section; a change loads the page again\n`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void running.close().then(() => process.exit(0)))
  }
}

function words(): void {
  const { faults, keyCount } = wordFaults(process.cwd(), ['.'])
  if (faults.length > 0) fail(faults.join('\n'))
  console.log(`${keyCount} strings are there, used and translated.`)
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } })
const against = values.against ?? process.env.PIM_URL ?? ''
if (positionals[0] === 'dev') await dev(against)
else if (positionals[0] === 'words') words()
else fail(usage)
