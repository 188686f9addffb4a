import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packPackages } from '../pack/pack-packages.ts'
import { repositoryFiles } from './section-files.ts'
import { format, pnpmVersion, runStep, writeFiles } from './write-files.ts'

const packagesFolder = 'packages'

/** Creates a section in a folder that is not there yet, with the packages of the product as tarballs beside it. */
export async function newRepository(folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const version = pnpmVersion()
  const tarballs = await packPackages(join(folder, packagesFolder), version)
  const packages = new Map([...tarballs].map(([each, path]) => [each, `${packagesFolder}/${basename(path)}`]))
  writeFiles(folder, repositoryFiles({ name, pnpmVersion: version, packages }))
  format(folder, folder)
  beginHistory(folder)
  console.log(`${folder} is there: \`npx pnpm@${version} install\`, then \`npm test\`. Its README.md says more.`)
}

/** A deploy says the commit that it was made of. Without git the team begins the history itself. */
function beginHistory(folder: string): void {
  try {
    runStep('git', ['init', '--quiet', '--initial-branch', 'main'], folder)
  } catch {
    console.log('There is no git, so the repository has no history yet: `git init`.')
  }
}
