import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type App, buildApp } from './app.ts'
import { type Closers, closeAll } from './closers.ts'
import type { Config } from './config.ts'
import type { Dependencies } from './dependencies.ts'
import { mountBrowserSession } from './http/browser-session-routes.ts'
import { browserCookies } from './http/pages/browser-cookies.ts'
import { mountPages, type PagesOptions } from './http/pages/mount-pages.ts'
import { watchViolations } from './http/pages/policy-violations.ts'
import { createReleaseAssets } from './http/pages/release-assets.ts'
import { isOriginal } from './modules/binary/index.ts'
import { readDocuments, rebuildIndex } from './modules/content/index.ts'
import { openReaderFolder, Reader } from './modules/reader/index.ts'
import { createDeployments, findMisfitReleases, keepServerBuilds } from './modules/sections/index.ts'
import { loadsDemo, settingsText } from './modules/shell/index.ts'
import { findTenantIds } from './modules/tenants/index.ts'
import type { Archiver } from './platform/archive/index.ts'
import { createBrowserSessions, createSeal } from './platform/browser-session/index.ts'
import type { DatabaseAddress } from './platform/database/addresses.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { openNotifications } from './platform/database/notifications.ts'
import { untilStarted } from './platform/database/until-started.ts'
import { type IdentityService, keycloakIdentity, providerSession } from './platform/identity/index.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createMetrics, type Metrics } from './platform/metrics/index.ts'
import { openObjectStore } from './platform/object-storage/index.ts'
import {
  createReleaseStore,
  createReleases,
  type ReleaseStore,
  type Releases,
  sentenceOf,
} from './platform/releases/index.ts'
import { sectionsIn, seenSectionsIn } from './platform/sections/index.ts'
import { openProcessFolder } from './process-folder.ts'

export interface RunningServer {
  readonly config: Config
  /** Where people open it. */
  readonly origin: string
  /** What whoever has just started it for the first time needs to know. */
  readonly hints: readonly string[]
  readonly log: Logger
  /**
   * Unready, drained, closed; resolves when nothing of it is left. Whoever calls it again waits for the same end. `isAtOnce`: without the
   * time that a load balancer is given to notice; calls under way may finish all the same.
   */
  stop(how: { readonly isAtOnce: boolean }): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A database that answers, and what copies its changes to an archive, where there is one. */
export interface StartedDatabase {
  readonly address: DatabaseAddress
  readonly archiver?: Archiver | undefined
}

/** From a database that answers to an open door. What it opens it adds to the list, for whoever has to close it again. */
export async function openProduct(
  config: Config,
  log: Logger,
  { address, archiver }: StartedDatabase,
  opened: Closers,
): Promise<RunningServer> {
  const metrics = createMetrics()
  await untilStarted(address, () => log.info('the database is starting; waiting for it'))
  await migrate(address)
  let stopping = false
  let stopped: Promise<void> | undefined
  // A connection that ends because we are leaving is no news.
  const onLoss = (what: string) => (error: unknown) => log[stopping ? 'debug' : 'warn']({ err: error }, what)
  const database = openDatabase({
    address,
    connections: config.databaseConnections,
    onConnectionError: onLoss('a connection to the database was lost'),
  })
  opened.push({ name: 'database connections', close: () => database.close() })
  await rebuildIndex(database, log)

  const notifications = await openNotifications({
    connection: address.platform,
    database,
    onError: onLoss('word from other nodes is not heard'),
  })
  opened.push({ name: 'notifications', close: () => notifications.close() })
  const readerFolder = await openReaderFolder(config.dataDir)
  opened.push({ name: 'folder of lists', close: async () => readerFolder.release() })
  const reader = new Reader({
    folder: readerFolder.path,
    database,
    notifications,
    documents: readDocuments,
    log,
  })
  opened.push({ name: 'files of lists', close: () => reader.close() })
  await reader.sweep(new Set(await database.asSystem(findTenantIds)))
  const jobs = createJobs({ database, notifications, log })
  opened.push({ name: 'jobs', close: () => jobs.close() })

  const { identity, mount, isReturn, hints } = await openIdentity(config, log, database)
  opened.push({ name: 'identity', close: () => identity.close() })

  const { path: temporaryFolder, close: removeTemporary } = await openProcessFolder(config.dataDir)
  opened.push({ name: 'temporary files', close: removeTemporary })

  const stored = openObjectStore(config.binaryStore ?? join(config.dataDir, 'binaries'))
  if (archiver) countArchive(metrics, archiver)
  const onFault = (message: string, cause: unknown) => log.warn({ err: cause }, message)
  const releases = createReleases({ database, onFault })
  const releaseStore = createReleaseStore(openObjectStore(config.releaseStore ?? join(config.dataDir, 'releases')))
  const platform: Dependencies = {
    config,
    log,
    metrics,
    database,
    notifications,
    reader,
    jobs,
    identity,
    objects: archiver?.follow(stored, isOriginal) ?? stored,
    temporaryFolder,
    root,
    sections: sectionsIn({
      root,
      overrides: config.remotes,
      releases,
      seen: seenSectionsIn(database),
      onFault,
    }),
    releases,
    releaseStore,
  }
  const { sections } = platform
  const elsewhere = config.remotes
  const deployments = createDeployments({ ...platform, elsewhere })
  const sessions = createBrowserSessions(createSeal(database), providerSession(identity.settings))
  const cookies = browserCookies(config.publicUrl)
  const app = buildApp(platform, {
    isLeaving: () => stopping,
    readiness: {
      missing: async () => [...(stopping ? ['server'] : []), ...((await database.isReady()) ? [] : ['database'])],
      late: () => (archiver?.state().isLate ? ['archive'] : []),
    },
    mountMore: (server, limits) => {
      mount?.(server)
      mountBrowserSession(server, { sessions, cookies, ownOrigins: ownOrigins(config), limits })
      mountPages(server, {
        hostFolder: join(root, 'host', 'dist'),
        sections: platform.sections,
        releases: releaseAssetsOf(releaseStore, log, metrics, releases),
        ownOrigins: ownOrigins(config),
        identity: identity.settings,
        remoteFolders: remoteFolders(config),
        settings: settingsText(config),
        cookies,
        workerKey: sessions.workerKey,
        isReturn,
        onViolation: watchViolations(log, metrics),
      })
    },
  })
  opened.push({ name: 'requests', close: () => app.close() })
  const demoHints = loadsDemo(config) ? await openDemo(platform) : []
  await app.server.listen({ port: config.port, host: config.host })
  // Afterwards, because the job of the demo is a client of this server.
  jobs.start()
  // Ten megabytes are read after the door is open: until then the builds are served from their folders.
  const kept = keepServerBuilds({ deployments, store: releaseStore, sections, elsewhere, onFault }).then(() =>
    tellMisfits(platform),
  )
  opened.push({ name: 'builds of the sections', close: () => kept })

  return {
    config,
    origin: config.publicUrl.origin,
    hints: [...hints, ...demoHints],
    log,
    stop({ isAtOnce }) {
      stopping = true
      stopped ??= drain(app, isAtOnce ? 0 : config.drainMs, config.deadlineMs).then(() => closeAll(opened, log))
      return stopped
    },
  }
}

/** Before anybody sees the panel in place of a section: after an upgrade a release may need what is not there any more. */
async function tellMisfits(platform: Dependencies): Promise<void> {
  const { log } = platform
  const found = await findMisfitReleases(platform).catch((err: unknown) => {
    log.warn({ err }, 'whether the releases of sections fit this version is not known')
    return []
  })
  for (const { section, release, given, misfits } of found)
    log.warn(
      { section, release, given },
      `a release does not load in this version: ${misfits.map(sentenceOf).join(' ')}`,
    )
}

function releaseAssetsOf(store: ReleaseStore, log: Logger, metrics: Metrics, releases: Releases) {
  let damaged = 0
  metrics.total(
    'pim_release_files_damaged_total',
    'Files of releases in the store that were not what was deployed, and so were not served',
    () => damaged,
  )
  return createReleaseAssets({
    releases,
    store,
    onDamage: (release, cause) => {
      damaged++
      log.error({ err: cause, ...release }, 'a file of a release is not what was deployed')
    },
  })
}

function countArchive(metrics: Metrics, archiver: Archiver): void {
  const state = () => archiver.state()
  metrics.gauge('pim_archive_waiting', 'Segments of the log and files not in the archive yet', () => state().waiting)
  metrics.gauge('pim_archive_behind_seconds', 'How long the oldest of them waits', () => state().behindSeconds)
  metrics.total('pim_archive_failures_total', 'Attempts to write the archive that failed', () => state().failures)
  metrics.gauge(
    'pim_archive_base_age_seconds',
    'Age of the base copy that the archive goes on from; infinite without one',
    () => state().baseAgeSeconds,
  )
}

async function openDemo(platform: Dependencies): Promise<readonly string[]> {
  const demo = await import('../identity-dev/demo/index.ts')
  return demo.openDemo(platform)
}

interface OpenedIdentity {
  readonly identity: IdentityService
  readonly hints: readonly string[]
  readonly isReturn: PagesOptions['isReturn']
  mount?(server: FastifyInstance): void
}

/**
 * The browser says that another origin has a part in where it goes: the provider. A window that is sent there has lost whoever opened
 * it, and one that a section opens for the landing page alone comes from this origin.
 */
const isSentFromElsewhere: PagesOptions['isReturn'] = ({ headers }, query) =>
  query === undefined &&
  headers['sec-fetch-dest'] === 'document' &&
  /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']))

async function openIdentity(config: Config, log: Logger, database: Database): Promise<OpenedIdentity> {
  if (config.keycloak !== undefined)
    return { identity: keycloakIdentity(config.keycloak), hints: [], isReturn: isSentFromElsewhere }
  // A library that production never loads.
  const { hasDemo, openEmbeddedIdentity } = await import('../identity-dev/index.ts')
  const identity = await openEmbeddedIdentity({
    database,
    hasDemo: await database.asSystem((system) => hasDemo(system, config.demo)),
    allowsDirectGrant: config.allowsDirectGrant,
    listenHost: config.host,
    publicUrl: config.publicUrl.href,
    devOrigins: config.devOrigins,
    onFault: (error) => log.error({ err: error }, 'the embedded identity provider failed'),
  })
  return {
    identity,
    hints: identity.hints,
    isReturn: (_request, query) => query !== undefined && identity.takeReturn(query),
    mount: (server) => identity.mount(server),
  }
}

/** Whoever balances load is told first and given time to see it; then what is under way may finish. */
async function drain(app: App, drainMs: number, deadlineMs: number): Promise<void> {
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs))
  await Promise.race([app.inFlight.idle(), new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
}

/** On this machine the page may be opened by any of its names; elsewhere by the announced one alone. */
function ownOrigins(config: Config): [string, ...string[]] {
  const announced = config.publicUrl.origin
  if (config.keycloak !== undefined) return [announced]
  return [announced, ...['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${config.port}`)]
}

/** Of a section that is deployed elsewhere the folder of its manifest; of tenants' own builds the allowed origins. */
function remoteFolders(config: Config): string[] {
  const named = Object.values(config.remotes).filter((url) => URL.canParse(url))
  return [
    ...new Set([...config.remoteOrigins.map((origin) => `${origin}/`), ...named.map((url) => new URL('.', url).href)]),
  ]
}
