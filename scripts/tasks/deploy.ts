import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '../../server/src/core/problem.ts'
import { NoBuild } from '../../server/src/platform/releases/index.ts'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import {
  type DeployTools,
  deployBuild,
  describeSection,
  releaseBeginning,
  tenantIdOf,
  withDeployments,
} from '../../server/src/upkeep/deploy.ts'
import { BuildFailed, buildForDeploy } from '../build/build-apps.ts'

const usage = `Deploys a build of a section to an installation, while its servers run; they see it within two seconds.

  npm run deploy -- <section>                      build it and give it to everybody
      --from <folder>                              a build that is there already
      --canary 10%  or  --canary-tenants a,b       to a share of the people, or to some tenants
      --dry-run                                    say what would be done
  npm run deploy -- <section> --list               its releases
  npm run deploy -- <section> --promote [release]  give everybody the canary, or this release
  npm run deploy -- <section> --end-canary         everybody gets what is live
  npm run deploy -- <section> --rollback           the same while a canary runs; otherwise back to the release before
  npm run deploy -- <section> --pin <release> --tenant <external id>
  npm run deploy -- <section> --unpin --tenant <external id>

A release may be named by the first digits of its id. The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and
PIM_RELEASE_STORE.`

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        canary: { type: 'string' },
        'canary-tenants': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        list: { type: 'boolean' },
        promote: { type: 'boolean' },
        rollback: { type: 'boolean' },
        'end-canary': { type: 'boolean' },
        pin: { type: 'string' },
        unpin: { type: 'boolean' },
        tenant: { type: 'string' },
      },
    })
  } catch {
    return undefined
  }
}

const refuse = (): never => {
  console.error(usage)
  process.exit(2)
}

const { values, positionals } = asked() ?? refuse()
const [section = refuse(), named] = positionals
const by = `${userInfo().username} (deploy)`
const isDryRun = values['dry-run'] === true

function canary() {
  const tenants = values['canary-tenants']?.split(',').filter((tenant) => tenant !== '')
  if (tenants !== undefined) return tenants.length > 0 ? { tenants } : refuse()
  if (values.canary === undefined) return undefined
  const percent = Number(values.canary.replace(/%$/, ''))
  return Number.isInteger(percent) && percent >= 1 && percent <= 99 ? { percent } : refuse()
}

async function buildFolder(): Promise<string> {
  if (values.from !== undefined) return resolve(values.from)
  return await buildForDeploy(`remote-${section}`)
}

async function run(tools: DeployTools): Promise<void> {
  const { deployments, database } = tools
  const { pin, tenant } = values
  const plan = async (line: string, work: () => Promise<void>) => {
    console.log(line)
    if (!isDryRun) await work()
  }
  const found = () => deployments.find(section)
  const tellLive = async () => {
    if (isDryRun) return
    const { live, serverRelease } = await found()
    console.log(`live: ${live?.release ?? `${serverRelease ?? ''} (the build of the server)`.trim()}`)
  }
  if (values.list) {
    for (const line of describeSection(await found())) console.log(line)
  } else if (values.promote) {
    const state = await found()
    const release = named === undefined ? state.canary?.release : releaseBeginning(state, named)
    if (release === undefined) throw new NoBuild(`${section} has no canary; name the release`)
    await plan(`${section}: ${release} for everybody`, () => deployments.promote(section, release, by))
  } else if (values['end-canary']) {
    const { canary } = await found()
    if (canary === undefined) throw new NoBuild(`${section} has no canary`)
    await plan(`${section}: the canary ${canary.release} ends`, () => deployments.endCanary(section, by))
    await tellLive()
  } else if (values.rollback) {
    const { canary, live } = await found()
    if (canary === undefined && live === undefined)
      throw new NoBuild(`${section} has nothing to go back from: the build of the server is live`)
    const step = canary === undefined ? 'back to the release before' : `the canary ${canary.release} ends`
    await plan(`${section}: ${step}`, () => deployments.rollBack(section, by))
    await tellLive()
  } else if (pin !== undefined || values.unpin) {
    const externalId = tenant ?? refuse()
    const release = pin === undefined ? undefined : releaseBeginning(await found(), pin)
    const tenantId = await tenantIdOf(database, externalId)
    const line = release === undefined ? `follows the installation again` : `stays at ${release}`
    await plan(`${section}: ${externalId} ${line}`, () => deployments.pin(tenantId, section, release, by))
  } else {
    const request = { section, by, canary: canary(), isDryRun, log: console.log }
    await deployBuild(tools, { ...request, folder: await buildFolder() })
  }
}

try {
  await withDeployments(process.env, run)
} catch (error) {
  const isTold = error instanceof Problem || error instanceof NoBuild || error instanceof BuildFailed
  console.error(isTold ? error.message : startupErrorMessage(error))
  process.exit(1)
}
