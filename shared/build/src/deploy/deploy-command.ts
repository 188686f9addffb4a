import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Aim, type BuildToDeploy, CannotDeploy, type Installation } from './installation.ts'
import { describeBuild, describeSection, liveOf, releaseBeginning, remarks } from './section-words.ts'

/** The steps, with the words before the name of the section: `npm run deploy -- media`. */
export const stepsOfDeploy = (command: string): string =>
  `  ${command}                      build it and give it to everybody
      --from <folder>                      a build that is there already
      --canary 10%  or  --canary-tenants a,b  to a share of the people, or to some tenants
      --upload                             to nobody yet
      --dry-run                            say what would be done
  ${command} --list               its releases
  ${command} --promote [release]  give everybody the canary, or this release
  ${command} --end-canary         everybody gets what is live
  ${command} --rollback           the same while a canary runs; otherwise back to the release before
      --take-away                          also where it is the first one, so that nobody has the section afterwards
  ${command} --pin <release> --tenant <external id>
  ${command} --unpin --tenant <external id>

A release may be named by the first digits of its id.`

/** Undefined where the arguments are none of the command. */
export function readDeployArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        canary: { type: 'string' },
        'canary-tenants': { type: 'string' },
        upload: { type: 'boolean' },
        'dry-run': { type: 'boolean', default: false },
        list: { type: 'boolean' },
        promote: { type: 'boolean' },
        rollback: { type: 'boolean' },
        'take-away': { type: 'boolean', default: false },
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
export type DeployArguments = NonNullable<ReturnType<typeof readDeployArguments>>['values']

export interface DeployStep {
  readonly section: string
  /** After `--promote`: the beginning of the id of a release. */
  readonly named: string | undefined
  readonly values: DeployArguments
  /** Builds the section where no build is named. */
  build(): Promise<BuildToDeploy>
  say(line: string): void
}

/** One step of a deploy, said in words. Throws `CannotDeploy` where it cannot be. */
export async function runDeploy(installation: Installation, step: DeployStep): Promise<void> {
  const { section, named, values, say } = step
  const { pin, tenant } = values
  const isDryRun = values['dry-run'] === true
  const plan = async (line: string, work: () => Promise<unknown>) => {
    say(line)
    if (!isDryRun) await work()
  }
  const found = () => installation.find(section)
  const tellLive = async () => {
    if (!isDryRun) say(`live: ${liveOf(await found())}`)
  }
  if (values.list) {
    for (const line of describeSection(await found())) say(line)
  } else if (values.promote) {
    const state = await found()
    const release = named === undefined ? state.canary?.release : releaseBeginning(state, named)
    if (release === undefined) throw new CannotDeploy(`${section} has no canary; name the release`)
    await plan(`${section}: ${release} for everybody`, () => installation.promote(section, release))
  } else if (values['end-canary']) {
    const { canary } = await found()
    if (canary === undefined) throw new CannotDeploy(`${section} has no canary`)
    await plan(`${section}: the canary ${canary.release} ends`, () => installation.endCanary(section))
    await tellLive()
  } else if (values.rollback) {
    const { canary, live, before, isFirst } = await found()
    if (canary === undefined && live === undefined)
      throw new CannotDeploy(`${section} has nothing to go back from: no release was made live`)
    const isTakenAway = canary === undefined && isFirst === true
    if (isTakenAway && !isDryRun && !values['take-away']) await askToTakeAway(section)
    const back = isTakenAway ? 'it is taken away from everybody' : `back to ${before ?? 'the build of the server'}`
    await plan(`${section}: ${canary === undefined ? back : `the canary ${canary.release} ends`}`, () =>
      installation.rollBack(section, isTakenAway),
    )
    await tellLive()
  } else if (pin !== undefined || values.unpin) {
    if (tenant === undefined) throw new CannotDeploy('--tenant names the tenant')
    const release = pin === undefined ? undefined : releaseBeginning(await found(), pin)
    const line = release === undefined ? `follows the installation again` : `stays at ${release}`
    await plan(`${section}: ${tenant} ${line}`, () => installation.pin(section, tenant, release))
  } else {
    const aim = aimOf(values)
    const deployed = await installation.deploy(await step.build(), aim, isDryRun)
    say(describeBuild(deployed, aim))
    const now = isDryRun || typeof aim === 'string' ? {} : await found()
    for (const line of remarks(deployed, now)) say(line)
  }
}

function aimOf(values: DeployArguments): Aim {
  if (values.upload === true) return 'nobody'
  const tenants = values['canary-tenants']?.split(',').filter((tenant) => tenant !== '')
  if (tenants !== undefined) {
    if (tenants.length === 0) throw new CannotDeploy('--canary-tenants names tenants, separated by commas')
    return { tenants }
  }
  if (values.canary === undefined) return 'everybody'
  const percent = Number(values.canary.replace(/%$/, ''))
  if (!Number.isInteger(percent) || percent < 1 || percent > 99)
    throw new CannotDeploy('--canary is a share of the people, from 1% to 99%')
  return { percent }
}

async function askToTakeAway(section: string): Promise<void> {
  const refusal = `This is the first release of ${section}: going back takes the section away from everybody.`
  if (!process.stdin.isTTY) throw new CannotDeploy(`${refusal} Say --take-away to do that.`)
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await questions.question(`${refusal} Type its name to do that: `)
    if (answer.trim() !== section) throw new CannotDeploy('Nothing was changed.')
  } finally {
    questions.close()
  }
}
