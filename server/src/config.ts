import { BlockList, isIP } from 'node:net'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { roles } from '@pim/contract/core/roles.ts'
import { z } from 'zod'
import { defaultLimits, readLimits } from './modules/quotas/index.ts'
import { parseBackupKey } from './platform/backup/sealing.ts'
import type { KeycloakOptions } from './platform/identity/index.ts'

/** The settings from environment variables, parsed and validated. No other file of the server reads the environment. */
export interface Config extends Settings {
  /** The URL that people use; redirects, the sign-in and the Content-Security-Policy are made from it. */
  readonly publicUrl: URL
  /** Undefined means the embedded provider, which serves loopback only. */
  readonly keycloak: KeycloakOptions | undefined
}

type Settings = Readonly<z.output<typeof environment>>

/** Treats an empty variable as not set, as in `FOO= npm start`. */
const optional = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `is at least ${min}`).max(max, `is at most ${max}`))

const urlWith = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `is a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )

const webUrl = urlWith('http:', 'https:')
const origin = webUrl.refine(
  (text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, ''),
  'is an origin: no path, no query',
)
const flag = z.enum(['0', '1'], 'is 0 or 1').transform((value) => value === '1')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** Behind the `#` stands the SHA-256 of the manifest, as `integrity` of HTML has it. */
const hasGoodPin = (url: string): boolean =>
  !URL.canParse(url) || /^(?:#sha256-[A-Za-z0-9+/]{43}=)?$/.test(new URL(url).hash)

/** PIM_REMOTES: `content=https://cdn.example/content/mf-manifest.json, …`, or a JSON object. */
const remotesSetting = z.string().transform((text, context) => {
  try {
    const pairs: [string, unknown][] = text.trim().startsWith('{')
      ? Object.entries(JSON.parse(text))
      : text
          .split(',')
          .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()])
    return z
      .record(z.string().regex(/^[a-z][a-z0-9-]*$/), webUrl.refine(hasGoodPin).or(z.string().startsWith('/')))
      .parse(Object.fromEntries(pairs))
  } catch {
    context.addIssue({
      code: 'custom',
      message:
        'is name=manifest URL, separated by commas, or a JSON object of them; a manifest URL may end in #sha256-… of the manifest',
    })
    return z.NEVER
  }
})

/** PIM_SECTION_BACKENDS: `orders=https://orders.example.com/api, …`. */
const backEndsSetting = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => pair.trim())
  const backEnds = new Map<string, URL>()
  for (const pair of pairs.filter((each) => each !== '')) {
    const at = pair.indexOf('=')
    const [name, address] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    const url = webUrl.safeParse(address).success ? new URL(address) : undefined
    const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    if (/^[a-z][a-z0-9-]*$/.test(name) && isBare && !backEnds.has(name)) backEnds.set(name, url)
    else {
      context.addIssue({
        code: 'custom',
        message:
          'is name=address, separated by commas; an address starts with http:// or https:// and has no password, query or #',
      })
      return z.NEVER
    }
  }
  return backEnds
})

/** Addresses and networks, as `10.0.0.0/8, fd00::/8, 127.0.0.1`. */
const networksSetting = list.transform((parts, context) => {
  const networks = new BlockList()
  for (const part of parts) {
    const [address = '', prefix, ...more] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const most = family === 'ipv6' ? 128 : 32
    const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (isIP(address) === 0 || more.length > 0 || !(bits <= most)) {
      context.addIssue({
        code: 'custom',
        message: 'is addresses and networks, separated by commas: 10.0.0.0/8, 127.0.0.1',
      })
      return z.NEVER
    }
    networks.addSubnet(address, bits, family)
  }
  return networks
})

/** PIM_TRUST_PROXY: a number of hops, or the addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
const trustProxy = z.string().transform((text, context) => {
  if (/^\d$/.test(text)) return Number(text)
  const names = ['loopback', 'linklocal', 'uniquelocal']
  const parts = text.split(',').map((part) => part.trim())
  const valid = parts.every((part) => names.includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) !== 0)
  if (valid) return parts.join(',')
  context.addIssue({ code: 'custom', message: 'is a number of proxies (0 to 9), or addresses separated by commas' })
  return z.NEVER
})

const quotasSetting = z.string().transform((text, context) => {
  const limits = readLimits(text)
  if (typeof limits !== 'string') return limits
  context.addIssue({ code: 'custom', message: limits })
  return z.NEVER
})

/** PIM_ARCHIVE: a folder or a bucket, as PIM_BINARY_STORE names them. */
const archivePlace = z
  .string()
  .refine(
    (text) => isAbsolute(text) || (URL.canParse(text) && ['file:', 's3:'].includes(new URL(text).protocol)),
    'is a whole path of a folder, or a URL that starts with file:// or s3://',
  )

const backupKey = z.string().transform((text, context) => {
  try {
    return parseBackupKey(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no key: ${error instanceof Error ? error.message : error}` })
    return z.NEVER
  }
})

const environment = z
  .object({
    PORT: optional(wholeNumber(0, 65_535).default(3000)),
    PIM_HOST: optional(z.string().default('localhost')),
    PIM_PUBLIC_URL: optional(origin.optional()),
    PIM_DATA_DIR: optional(z.string().default('.data')),
    DATABASE_URL: optional(urlWith('postgres:', 'postgresql:').optional()),
    PIM_DATABASE_CONNECTIONS: optional(wholeNumber(3, 500).default(12)),
    KEYCLOAK_URL: optional(webUrl.optional()),
    KEYCLOAK_REALM: optional(z.string().optional()),
    KEYCLOAK_CLIENT_ID: optional(z.string().optional()),
    KEYCLOAK_FURTHER_CLIENT_IDS: optional(list.default([])),
    KEYCLOAK_AUDIENCE: optional(z.string().optional()),
    KEYCLOAK_REALM_ROLES: optional(flag.default(false)),
    PIM_BINARY_STORE: optional(urlWith('file:', 's3:').optional()),
    PIM_RELEASE_STORE: optional(urlWith('file:', 's3:').optional()),
    PIM_BINARY_FOLDER_IS_SHARED: optional(flag.default(false)),
    PIM_DEMO: optional(flag.default(true)),
    PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE: optional(flag.default(false)),
    PIM_DIRECT_GRANT: optional(flag.optional()),
    PIM_DEFAULT_ROLE: optional(z.enum(roles, `is one of ${roles.join(', ')}`).default('viewer')),
    PIM_REMOTES: optional(remotesSetting.default({})),
    PIM_REMOTE_ORIGINS: optional(list.pipe(z.array(origin)).default([])),
    PIM_SECTION_BACKENDS: optional(backEndsSetting.default(new Map())),
    PIM_SECTION_BACKEND_NETWORKS: optional(networksSetting.default(new BlockList())),
    PIM_SECTION_BACKEND_MAX_BYTES: optional(wholeNumber(1, 2 ** 40).default(100 * 1024 ** 2)),
    PIM_DEV_ORIGINS: optional(list.pipe(z.array(origin)).default([])),
    PIM_TRUST_PROXY: optional(trustProxy.optional()),
    PIM_LOG_LEVEL: optional(
      z
        .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'is a level from silent to trace')
        .default('info'),
    ),
    PIM_LOG_FORMAT: optional(z.enum(['json', 'pretty'], 'is json or pretty').optional()),
    PIM_METRICS_TOKEN: optional(z.string().min(16, 'has at least 16 characters').optional()),
    PIM_DEADLINE_MS: optional(wholeNumber(100, 600_000).default(15_000)),
    PIM_MAX_CONCURRENT: optional(wholeNumber(1, 100_000).default(2_000)),
    PIM_RATE_LIMIT: optional(wholeNumber(0, 1_000_000).default(50_000)),
    PIM_FAILURE_LIMIT: optional(wholeNumber(0, 1_000_000).default(20)),
    PIM_DRAIN_MS: optional(wholeNumber(0, 60_000).default(5_000)),
    PIM_QUOTAS: optional(quotasSetting.default(defaultLimits)),
    PIM_DISK_RESERVE_BYTES: optional(wholeNumber(0, 2 ** 50).default(2 ** 30)),
    PIM_ARCHIVE: optional(archivePlace.optional()),
    PIM_ARCHIVE_SECONDS: optional(wholeNumber(1, 3_600).default(60)),
    PIM_ARCHIVE_DAYS: optional(wholeNumber(1, 3_650).default(30)),
    PIM_BACKUP_KEY: optional(backupKey.optional()),
    PIM_UPLOAD_MAX_BYTES: optional(wholeNumber(1, 2 ** 40).default(2 * 1024 ** 3)),
  })
  .transform((read) => ({
    port: read.PORT,
    host: read.PIM_HOST,
    dataDir: resolve(read.PIM_DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    /** For the transactions of requests, shared out fairly. */
    databaseConnections: read.PIM_DATABASE_CONNECTIONS,
    binaryStore: read.PIM_BINARY_STORE,
    /** Where releases of sections are; undefined: in the data folder. */
    releaseStore: read.PIM_RELEASE_STORE,
    /** All servers of this database see the folder of files. */
    isBinaryFolderShared: read.PIM_BINARY_FOLDER_IS_SHARED,
    demo: read.PIM_DEMO,
    embeddedIdentityBesideDatabase: read.PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE,
    /** Whether tools sign in with a name and a password at the embedded provider. Those of the demo are known anyway. */
    allowsDirectGrant: read.PIM_DIRECT_GRANT ?? read.PIM_DEMO,
    defaultRole: read.PIM_DEFAULT_ROLE,
    remotes: read.PIM_REMOTES,
    remoteOrigins: read.PIM_REMOTE_ORIGINS.map((text) => new URL(text).origin),
    sectionBackEnds: {
      /** By section. */
      addresses: read.PIM_SECTION_BACKENDS,
      /** Where they may be, beside the public internet. */
      networks: read.PIM_SECTION_BACKEND_NETWORKS,
      /** Of a body, and of an answer. */
      maxBytes: read.PIM_SECTION_BACKEND_MAX_BYTES,
    },
    /** Origins of development servers of the shell: the sign-in may redirect there. */
    devOrigins: read.PIM_DEV_ORIGINS.map((text) => new URL(text).origin),
    trustProxy: read.PIM_TRUST_PROXY === 0 ? (false as const) : (read.PIM_TRUST_PROXY ?? (false as const)),
    logLevel: read.PIM_LOG_LEVEL,
    logFormat: read.PIM_LOG_FORMAT ?? (process.stderr.isTTY ? ('pretty' as const) : ('json' as const)),
    metricsToken: read.PIM_METRICS_TOKEN,
    deadlineMs: read.PIM_DEADLINE_MS,
    maxConcurrent: read.PIM_MAX_CONCURRENT,
    rateLimit: { perSecond: read.PIM_RATE_LIMIT, failuresPerSecond: read.PIM_FAILURE_LIMIT },
    /** Time between "not ready" and closing, so that load balancers notice, those on this machine too. */
    drainMs: read.PIM_DRAIN_MS,
    /** Limits of tenants for which an operator has set no others. */
    quotas: read.PIM_QUOTAS,
    /** Free bytes of the disk that uploads leave alone. */
    diskReserveBytes: read.PIM_DISK_RESERVE_BYTES,
    uploadMaxBytes: read.PIM_UPLOAD_MAX_BYTES,
    /** Where the log of the embedded database and new files are copied to. */
    archive:
      read.PIM_ARCHIVE === undefined
        ? undefined
        : { place: read.PIM_ARCHIVE, seconds: read.PIM_ARCHIVE_SECONDS, key: read.PIM_BACKUP_KEY },
    /** For how long each moment can be brought back from it. */
    archiveDays: read.PIM_ARCHIVE_DAYS,
    keycloakUrl: read.KEYCLOAK_URL?.replace(/\/+$/, ''),
    keycloakRealm: read.KEYCLOAK_REALM,
    keycloakClientId: read.KEYCLOAK_CLIENT_ID,
    keycloakFurtherClientIds: read.KEYCLOAK_FURTHER_CLIENT_IDS,
    keycloakAudience: read.KEYCLOAK_AUDIENCE,
    keycloakRealmRoles: read.KEYCLOAK_REALM_ROLES,
    publicOrigin: read.PIM_PUBLIC_URL,
  }))

/** Invalid settings; the message names each of them and is shown without a stack trace. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Reads the settings; throws `ConfigError` with all faults at once. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const read = environment.safeParse(variables)
  if (!read.success) throw configError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const settings = read.data
  const keycloak = keycloakOf(settings)
  const faults = [
    ...identityFaults(settings, keycloak),
    ...addressFaults(settings),
    ...fileFaults(settings),
    ...connectionFaults(settings),
    ...archiveFaults(settings),
  ]
  if (faults.length > 0) throw configError(faults)
  return { ...settings, keycloak, publicUrl: new URL(settings.publicOrigin ?? `http://localhost:${settings.port}`) }
}

/** Where the data is, for tasks that serve nobody and need no identity provider. */
export type DataSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'binaryStore' | 'releaseStore' | 'isBinaryFolderShared' | 'archive' | 'archiveDays'
>

export function readDataSettings(variables: Readonly<Record<string, string | undefined>>): DataSettings {
  const read = environment.safeParse(variables)
  if (!read.success) throw configError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  return read.data
}

function configError(faults: readonly string[]): ConfigError {
  return new ConfigError(`Settings that cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
}

function keycloakOf(settings: Settings): KeycloakOptions | undefined {
  const { keycloakUrl: url, keycloakRealm: realm, keycloakClientId: clientId } = settings
  if (url === undefined || realm === undefined || clientId === undefined) return undefined
  return {
    url,
    realm,
    clientId,
    furtherClientIds: settings.keycloakFurtherClientIds,
    hasOwnRealm: settings.keycloakRealmRoles,
    ...(settings.keycloakAudience !== undefined && { audience: settings.keycloakAudience }),
  }
}

function identityFaults(settings: Settings, keycloak: KeycloakOptions | undefined): string[] {
  if (keycloak !== undefined) return []
  const names = [settings.keycloakUrl, settings.keycloakRealm, settings.keycloakClientId]
  if (names.some((name) => name !== undefined)) {
    return ['KEYCLOAK_URL, KEYCLOAK_REALM and KEYCLOAK_CLIENT_ID go together: set all three, or none']
  }
  const faults: string[] = []
  const own = 'Set KEYCLOAK_URL, KEYCLOAK_REALM and KEYCLOAK_CLIENT_ID'
  // Defence 76, without: if (false)
  if (settings.databaseUrl !== undefined && !settings.embeddedIdentityBesideDatabase)
    faults.push(
      `DATABASE_URL names a database of its own, and no identity provider is set: the embedded one is for the embedded database. ${own}, or PIM_EMBEDDED_IDENTITY_BESIDE_DATABASE=1 where this is for development alone`,
    )
  // Defence 76, without: if (false)
  if (settings.trustProxy !== false)
    faults.push(
      `PIM_TRUST_PROXY says that proxies send requests on, and no identity provider is set: the embedded one serves this machine only. ${own}`,
    )
  if (isLoopback(settings.host)) return faults
  return [
    ...faults,
    `PIM_HOST is ${settings.host}, which others can reach, and no identity provider is set: the embedded one serves this machine only. Set KEYCLOAK_URL, KEYCLOAK_REALM and KEYCLOAK_CLIENT_ID, or leave PIM_HOST out`,
  ]
}

/** A database of its own may have several servers; a file that one of them keeps in a folder, the others would not find. */
function fileFaults({ databaseUrl, binaryStore, isBinaryFolderShared }: Settings): string[] {
  // Defence 86, without: return []
  if (databaseUrl === undefined || binaryStore?.startsWith('s3:') || isBinaryFolderShared) return []
  return [
    'PIM_BINARY_STORE is a folder (without one: in PIM_DATA_DIR) beside DATABASE_URL, and other servers of that database may not see it. Name an s3: URL, or set PIM_BINARY_FOLDER_IS_SHARED=1 where all of them see the folder, or there is only this one',
  ]
}

/** The embedded database takes 60 together, with those of jobs, backups and a server that takes over. */
const maxEmbeddedConnections = 30

function connectionFaults({ databaseUrl, databaseConnections }: Settings): string[] {
  if (databaseUrl !== undefined || databaseConnections <= maxEmbeddedConnections) return []
  return [`PIM_DATABASE_CONNECTIONS is at most ${maxEmbeddedConnections} with the embedded database`]
}

function archiveFaults({ archive, databaseUrl, dataDir }: Settings): string[] {
  if (archive === undefined) return []
  if (databaseUrl !== undefined)
    return ['PIM_ARCHIVE is for the embedded database; an outside one (DATABASE_URL) is archived by its own means']
  if (archive.place.startsWith('s3:')) return []
  const folder = archive.place.startsWith('file:') ? fileURLToPath(archive.place) : archive.place
  if (relative(dataDir, folder).startsWith('..')) return []
  return ['PIM_ARCHIVE lies in PIM_DATA_DIR, and would be lost together with it']
}

function addressFaults(settings: Settings): string[] {
  if (settings.publicOrigin !== undefined || isLoopback(settings.host)) return []
  return ['PIM_PUBLIC_URL is needed where PIM_HOST is not loopback: it is the address that people use']
}
