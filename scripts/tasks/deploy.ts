import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Problem } from '../../server/src/core/problem.ts'
import { NoBuild } from '../../server/src/platform/releases/index.ts'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { type DeployTools, deployBuild, tenantIdOf, withDeployments } from '../../server/src/upkeep/deploy.ts'
import { readDeployArguments, runDeploy, stepsOfDeploy } from '../../shared/build/src/deploy/deploy-command.ts'
import { CannotDeploy, type Installation } from '../../shared/build/src/deploy/installation.ts'
import { readOrigin } from '../../shared/build/src/deploy/origin.ts'
import { keyVariable, remoteInstallation } from '../../shared/build/src/deploy/remote-installation.ts'
import { BuildFailed, buildForDeploy } from '../build/build-apps.ts'
import { root } from '../workspace.ts'

const usage = `Deploys a build of a section to an installation, while its servers run; they see it within two seconds.

${stepsOfDeploy('npm run deploy -- <section>')}

With --to <address> an installation is reached by its API, with a deploy key of the section in ${keyVariable}. Otherwise the
settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_RELEASE_STORE.`

const refuse = (): never => {
  console.error(usage)
  process.exit(2)
}

const { values, positionals } = readDeployArguments(process.argv.slice(2)) ?? refuse()
const [section = refuse(), named] = positionals

const build = async () => ({
  section,
  folder: values.from === undefined ? await buildForDeploy(`remote-${section}`) : resolve(values.from),
  origin: readOrigin(join(root, `remote-${section}`), process.env),
})

/** The installation whose database and store this command can reach. */
function ownInstallation(tools: DeployTools): Installation {
  const { deployments, database } = tools
  const by = `${userInfo().username} (deploy)`
  return {
    find: (name) => deployments.find(name),
    deploy: ({ section: name, folder, origin }, aim, isDryRun) =>
      deployBuild(tools, {
        section: name,
        folder,
        origin,
        by,
        isDryRun,
        ...(aim !== 'everybody' && { canary: aim }),
        log: console.log,
      }),
    promote: (name, release) => deployments.promote(name, release, by),
    endCanary: (name) => deployments.endCanary(name, by),
    rollBack: (name, takesSectionAway) => deployments.rollBack(name, by, takesSectionAway),
    pin: async (name, tenant, release) => deployments.pin(await tenantIdOf(database, tenant), name, release, by),
  }
}

try {
  const step = { section, named, values, build, say: console.log }
  if (values.to === undefined) await withDeployments(process.env, (tools) => runDeploy(ownInstallation(tools), step))
  else await runDeploy(remoteInstallation(values.to, process.env[keyVariable] ?? refuse()), step)
} catch (error) {
  const isTold = [Problem, NoBuild, CannotDeploy, BuildFailed].some((kind) => error instanceof kind)
  console.error(isTold && error instanceof Error ? error.message : startupErrorMessage(error))
  process.exit(1)
}
