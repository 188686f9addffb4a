#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
// `pim-section`: what the team of a section in a repository of its own needs beside its bundler.
import { parseArgs } from 'node:util'
import { readDeployArguments, runDeploy, stepsOfDeploy } from './deploy/deploy-command.ts'
import { CannotDeploy } from './deploy/installation.ts'
import { readOrigin } from './deploy/origin.ts'
import { keyVariable, remoteInstallation } from './deploy/remote-installation.ts'
import { devSection, freePort } from './dev/dev-section.ts'
import { signInFaults } from './dev/sign-in-faults.ts'
import { readSection } from './section.ts'
import { CannotUpgrade, upgradePackages } from './upgrade.ts'
import { wordFaults } from './words/word-rules.ts'

const usage = `pim-section dev --against <address of an installation>   this section from its sources, in that installation's page
pim-section words                                        checks the strings: there, used, translated
pim-section upgrade --from <packages>                    takes the packages of another release of the product

Deploys this section to the installation at PIM_URL, by the deploy key in ${keyVariable}:

${stepsOfDeploy('pim-section deploy')}`

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

/** Builds and deploys the section of this folder. */
async function deploy(args: readonly string[]): Promise<void> {
  const { values, positionals } = readDeployArguments(args) ?? fail(usage)
  const key =
    process.env[keyVariable] ?? fail(`${keyVariable} holds no deploy key; who runs the installation makes one`)
  const folder = process.cwd()
  const { name: section } = readSection(folder)
  const build = async () => {
    if (values.from === undefined) {
      const { status } = spawnSync('npm', ['run', 'build'], { cwd: folder, stdio: 'inherit' })
      if (status !== 0) throw new CannotDeploy('The build has failed: nothing was sent')
    }
    return { section, folder: resolve(values.from ?? join(folder, 'dist')), origin: readOrigin(folder, process.env) }
  }
  const installation = remoteInstallation(values.to ?? process.env.PIM_URL ?? '', key)
  await runDeploy(installation, { section, named: positionals[0], values, build, say: console.log })
}

function upgrade(from: string): void {
  try {
    for (const { name, from: before = 'new', to } of upgradePackages(process.cwd(), from))
      console.log(`${name} ${before} → ${to}`)
  } catch (error) {
    if (error instanceof CannotUpgrade) fail(error.message)
    throw error
  }
  console.log('Install them (`pnpm install --no-frozen-lockfile`), and run `npm test`.')
}

const [command, ...args] = process.argv.slice(2)
if (command === 'deploy') {
  await deploy(args).catch((error: unknown) => {
    if (error instanceof CannotDeploy) fail(error.message)
    throw error
  })
} else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { against: { type: 'string' }, from: { type: 'string' } },
  })
  if (positionals[0] === 'dev') await dev(values.against ?? process.env.PIM_URL ?? '')
  else if (positionals[0] === 'words') words()
  else if (positionals[0] === 'upgrade' && values.from !== undefined) upgrade(values.from)
  else fail(usage)
}
