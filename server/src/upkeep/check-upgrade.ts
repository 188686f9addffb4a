import { findMisfitReleases } from '../modules/sections/index.ts'
import { sentenceOf } from '../platform/releases/index.ts'
import { withDeployments } from './deploy.ts'

/** A line for each release that people get, or would get, and that does not load in this version of the product. Changes nothing. */
export const checkUpgrade = (
  variables: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<string[]> =>
  withDeployments(variables, async ({ database, store }) => {
    const found = await findMisfitReleases({ database, releaseStore: store, root })
    return found.map(
      ({ section, release, given, misfits }) =>
        `${section} ${release.slice(0, 12)} (${given}): ${misfits.map(sentenceOf).join(' ')}`,
    )
  })
