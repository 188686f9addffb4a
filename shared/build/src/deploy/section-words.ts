import type { DeployedSection, SectionRelease, UploadedRelease } from '@pim/contract'
import { type Aim, CannotDeploy } from './installation.ts'

/** The release whose id begins with the text; throws where there is none, or more than one. */
export function releaseBeginning({ section, releases }: DeployedSection, start: string): string {
  const found = releases.filter(({ release }) => release.startsWith(start))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new CannotDeploy(
      `${found.length === 0 ? 'No release' : 'More than one release'} of ${section} begins with ${start}`,
    )
  return only.release
}

export const liveOf = ({ live, serverRelease }: DeployedSection): string =>
  live?.release ?? (serverRelease === undefined ? 'nothing' : `${serverRelease} (the build of the server)`)

export function describeSection(of: DeployedSection): string[] {
  const { section, live, serverRelease, canary, pins, releases } = of
  const marks = (release: string, takenBack: boolean) => [
    ...(release === (live?.release ?? serverRelease) ? ['live'] : []),
    ...(release === serverRelease ? ['build of the server'] : []),
    ...(canary?.release === release
      ? [
          `canary for ${canary.percent !== undefined ? `${canary.percent} %` : canary.tenants?.join(', ')}`,
          `failed for ${canary.failedPeopleCount ?? 0} of ${canary.peopleCount ?? 0} people`,
        ]
      : []),
    ...pins.filter((pin) => pin.release === release).map(({ tenant }) => `pinned by ${tenant}`),
    ...(takenBack ? ['taken back'] : []),
  ]
  const isOfServer = live === undefined && serverRelease !== undefined
  return [
    `${section}${isOfServer ? ': the build of the server is live' : live === undefined ? ': nobody has it' : ''}`,
    ...releases.flatMap((each) => [
      [
        `  ${each.release.slice(0, 12)}  ${each.deployedAt}  ${each.deployedBy}`,
        ...marks(each.release, each.takenBack !== undefined),
        ...(each.failureCount > 0 ? [`${each.failureCount} failures`] : []),
        ...(each.takenBack ? [each.takenBack.reason] : []),
      ].join('  '),
      ...originOf(each).map((line) => `                ${line}`),
    ]),
  ]
}

const wordOf = {
  shell: 'it needs the shell',
  api: 'it needs the API',
  role: 'no such role',
  member: 'not lent',
} as const

function originOf({
  origin,
  signedBy,
  misfits = [],
}: Pick<SectionRelease, 'origin' | 'signedBy' | 'misfits'>): string[] {
  const from = [
    ...(origin?.commit === undefined ? [] : [`commit ${origin.commit}`]),
    ...(origin?.by === undefined ? [] : [`by ${origin.by}`]),
    ...(signedBy === undefined ? [] : [`signed by the key ${signedBy}`]),
  ]
  const packages = Object.entries(origin?.packages ?? {}).map(([name, version]) => `${name}@${version}`)
  return [
    ...(from.length > 0 ? [from.join(', ')] : []),
    ...(packages.length > 0 ? [`with ${packages.join(' ')}`] : []),
    ...misfits.map(
      ({ of, needs, has }) =>
        `does not load here: ${wordOf[of]} ${needs}${has === undefined ? '' : `, and this is ${has}`}`,
    ),
  ]
}

export const describeBuild = ({ section, release, fileCount, byteSize }: UploadedRelease, aim: Aim): string =>
  `${section} ${release}: ${fileCount} files, ${Math.ceil(byteSize / 1_000)} kB, for ${aimOf(aim)}`

function aimOf(aim: Aim): string {
  if (typeof aim === 'string') return aim === 'nobody' ? 'nobody yet' : aim
  return 'percent' in aim ? `${aim.percent} % of the people` : `the people of ${aim.tenants.join(', ')}`
}

/** Warns where a deploy does less than it seems to. */
export function remarks({ languagesWithout }: UploadedRelease, { canary }: Pick<DeployedSection, 'canary'>): string[] {
  return [
    ...(languagesWithout.length > 0
      ? [`It has no texts in ${languagesWithout.join(' and ')}: people who read these get those of en-US.`]
      : []),
    ...(canary?.reachedPeopleCount === 0
      ? ['Nobody who has signed in so far falls into this canary: choose a larger share, or tenants by name.']
      : []),
  ]
}
