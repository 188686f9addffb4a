// Longer than other files: here alone the modules are put together, each with the functions of others that it needs.
import { contract } from '@pim/contract'
import type { FastifyInstance } from 'fastify'
import { channelUses } from './channel-uses.ts'
import { inSlices } from './core/time-slices.ts'
import type { Dependencies } from './dependencies.ts'
import type { InFlight } from './http/calls-in-flight.ts'
import { installFastPath } from './http/fast-path.ts'
import { type AllHandlers, fastifyPath, mountContract } from './http/mount-contract.ts'
import { openapiSteps } from './http/openapi.ts'
import { operationsOf } from './http/operation.ts'
import { mountOperations, type Readiness } from './http/operations-routes.ts'
import { CallTally, createRateLimits, type RateLimits, rateLimitsOf } from './http/rate-limits.ts'
import { mountSectionCalls, sectionCallMethods } from './http/section-calls.ts'
import { baseResponseHeaders } from './http/security-headers.ts'
import { createServer } from './http/server.ts'
import {
  apiKeyChanged,
  apiKeysHandlers,
  countKeys,
  createApiKeysService,
  createDeployKeyCheck,
  createKeyCheck,
  deployKeysHandlers,
  isValidImportKey,
} from './modules/api-keys/index.ts'
import { auditHandlers } from './modules/audit/index.ts'
import {
  binaryHandlers,
  createBinaryService,
  DiskRoom,
  PictureDecoder,
  storedFilesOf,
  watchOrphans,
} from './modules/binary/index.ts'
import {
  bulkChangeHandlers,
  contentItemHandlers,
  contentTables,
  contentVariationHandlers,
  createBulkChanges,
  createContentUpkeep,
  describeItems,
  exportHandlers,
  findItemsKeepingBinary,
  findItemsWithBinary,
  importHandlers,
  publishPlanHandlers,
  readListedFields,
  readRowValues,
} from './modules/content/index.ts'
import { itemCount, searchHandlers } from './modules/content-index/index.ts'
import { contentModelHandlers, createContentModelService, measureModel } from './modules/content-model/index.ts'
import {
  ChangeLog,
  createDeliveryFastPath,
  createDeliveryService,
  createKeptAnswers,
  createTenantModels,
  deliveryHandlers,
  followChanges,
  type KeptAnswers,
  type TenantModels,
} from './modules/delivery/index.ts'
import { createErasure } from './modules/erasure/index.ts'
import { FileWorkers } from './modules/exchange/index.ts'
import { createImportFiles, findImportKeys } from './modules/import-files/index.ts'
import {
  callLimitsOf,
  callUse,
  createQuotas,
  createStorageQuota,
  createUsage,
  followCalls,
  type Quotas,
  quotasHandlers,
  storageUse,
} from './modules/quotas/index.ts'
import { fileForgotten } from './modules/reader/index.ts'
import { createSavedChoices, deleteOwn, savedChoicesHandlers } from './modules/saved-choices/index.ts'
import { createSchedules, schedulesHandlers } from './modules/schedules/index.ts'
import { createHandOn, createTokenKeys } from './modules/section-back-ends/index.ts'
import {
  createCallFacts,
  createChosenFor,
  createDeployments,
  createMySettings,
  createNoteGiven,
  createPermissionRoles,
  createReleaseUploads,
  createRemotesFor,
  createSectionFailures,
  createSettingsChange,
  deletePersonSettings,
  sectionsHandlers,
} from './modules/sections/index.ts'
import {
  clientConfigurationHandlers,
  findLastSeen,
  findSeenIn,
  jobsHandlers,
  leaveTenant,
  resourcesHandlers,
  settingsHandlers,
  upsertProfiles,
  userProfileHandlers,
} from './modules/shell/index.ts'
import { createFindStanding, createNoteCaller } from './modules/standing/index.ts'
import { taxonomiesHandlers } from './modules/taxonomies/index.ts'
import {
  createMembersService,
  createNoteEntry,
  createOperatedTenants,
  createTenantDirectory,
  createTenantErasure,
  createTenantMembers,
  createTenantsService,
  createVariationsService,
  findExternalId,
  findPausedTenants,
  findTenants,
  installationHandlers,
  isErased,
  membersHandlers,
  tenantChanged,
  tenantsHandlers,
} from './modules/tenants/index.ts'
import { createFetcher } from './platform/fetching/index.ts'
import { jobQueued } from './platform/jobs/jobs.ts'
import { localesIn } from './platform/sections/index.ts'
import { tenantExport } from './platform/tenant-export/index.ts'

/** Every domain of the contract and who answers for it. A module is one import and one line here. */
function handlersOf(
  platform: Dependencies,
  closing: Closing,
  kept: KeptAnswers,
  models: TenantModels,
  quotas: Quotas,
): AllHandlers<typeof contract> {
  const { log, config, database } = platform
  const upkeep = createContentUpkeep(platform)
  const onFault = (message: string, cause?: unknown) => log.warn({ err: cause }, message)
  const decoder = new PictureDecoder({ log })
  closing.push(() => decoder.close())
  const erasing = createErasure(platform)
  platform.metrics.gauge('pim_pictures_begun', 'Pictures that were given to a decoder process', () => decoder.begun)
  const erasingTenants = createTenantErasure({
    database,
    notifications: platform.notifications,
    objects: platform.objects,
    forgetMembers: async (system, externalId) => ({
      profiles: await leaveTenant(system, externalId),
      memberships: await platform.identity.eraseTenant(externalId),
    }),
    keysGone: (system, tenantId) => platform.notifications.send(system, apiKeyChanged, { tenantId }),
    rowsGone: (system, tenantId) => platform.notifications.send(system, fileForgotten, { tenantId }),
    onFault: (error) => onFault('an erasure is not done', error),
  })
  closing.push(erasingTenants.watch())
  closing.push(
    watchOrphans({
      database: database.forJobs,
      objects: platform.objects,
      findOthers: findImportKeys,
      onSwept: (tenantId, swept) => log.warn({ tenantId, ...swept }, 'stored files that no row names'),
      onFault: (error) => onFault('stored files that no row names were not removed', error),
    }),
  )
  const binaries = createBinaryService({
    ...platform,
    decoder,
    erasing,
    maxUploadBytes: config.uploadMaxBytes,
    diskReserveBytes: config.diskReserveBytes,
    storage: createStorageQuota({ database, quotas }),
    usersOf: findItemsWithBinary,
    keepersOf: findItemsKeepingBinary,
  })
  const fetcher = createFetcher(platform.outside)
  const importFiles = createImportFiles({ ...platform, fetcher, diskReserveBytes: config.diskReserveBytes, onFault })
  const diskOfFiles = new DiskRoom(platform.temporaryFolder, config.diskReserveBytes)
  const fileWorkers = new FileWorkers({ ...platform, takeDisk: (bytes) => diskOfFiles.take(bytes) })
  closing.push(() => fileWorkers.close())
  const contentModel = createContentModelService({ database, content: upkeep.ofTypes, quotas })
  const bulkChanges = createBulkChanges({
    ...platform,
    quotas,
    importFiles,
    fileWorkers,
    pictures: { fetcher, binaries, maxUploadBytes: config.uploadMaxBytes, log },
    additions: { model: contentModel, concepts: upkeep.ofConcepts },
  })
  const findStanding = createFindStanding({
    ...platform,
    database: database.forJobs,
    defaultRole: config.defaultRole,
    findLastSeen,
    findExternalId,
    isValidKey: isValidImportKey,
  })
  platform.jobs.askRights(findStanding)
  const schedules = createSchedules({
    ...platform,
    fetcher,
    importFiles,
    bulkChanges,
    findStanding,
    onFault,
  })
  closing.push(schedules.watch())
  const usage = createUsage({
    database,
    quotas,
    countUse: [
      async (trx, tenantId) => ({ items: await itemCount(trx, tenantId) }),
      measureModel,
      storageUse,
      callUse,
      async (trx, tenantId) => ({ apiKeys: await countKeys(trx, tenantId) }),
    ],
  })
  platform.jobs.holdBack(findPausedTenants)
  const deployments = createDeployments({ ...platform, elsewhere: config.remotes })
  const chosenFor = createChosenFor(database)
  const remotesFor = createRemotesFor(platform.releases, config.remotes, async () => {})
  return {
    clientConfiguration: clientConfigurationHandlers(platform),
    settings: settingsHandlers(platform),
    resources: resourcesHandlers({ root: platform.root, sections: platform.sections, onFault }),
    userProfile: userProfileHandlers({
      ...platform,
      forgetPerson: async (trx, tenantId, userId) => ({
        savedChoices: await deleteOwn(trx, tenantId, userId),
        settings: await deletePersonSettings(trx, tenantId, userId),
      }),
    }),
    tenants: tenantsHandlers({
      tenants: createTenantsService(
        {
          ...platform,
          ...config,
          remotesFor: createRemotesFor(
            platform.releases,
            config.remotes,
            createNoteGiven(database, (error) => onFault('who gets a canary release was not written down', error)),
          ),
          permissionRolesFor: createPermissionRoles(platform.sections),
          settingsFor: async (tenant, remotes, userId) => chosenFor(await platform.sections(), tenant, remotes, userId),
          settingsChange: createSettingsChange(platform.sections, remotesFor),
          grantTenant: (userId, tenant) => platform.identity.grantTenant(userId, tenant),
        },
        {
          uses: channelUses,
          changed: (trx, tenantId) => platform.notifications.send(trx, apiKeyChanged, { tenantId }),
          follow: upkeep.ofVariations.followDerived,
        },
      ),
      variations: createVariationsService({ database, content: upkeep.ofVariations }),
      erasing: erasingTenants,
    }),
    installation: installationHandlers(
      createOperatedTenants({
        database,
        usage,
        exporting: (tenantId, tenant) =>
          tenantExport({ ...platform, database: database.forJobs, filesOf: storedFilesOf }, tenantId, tenant),
        changed: async (trx, tenantId) => {
          await Promise.all([
            platform.notifications.send(trx, tenantChanged, { tenantId }),
            platform.notifications.send(trx, apiKeyChanged, { tenantId }),
            platform.notifications.send(trx, jobQueued, {}),
          ])
        },
      }),
      createMembersService({ database, identity: platform.identity, defaultRole: config.defaultRole }),
    ),
    members: membersHandlers(
      createTenantMembers({ database, identity: platform.identity, defaultRole: config.defaultRole, findSeenIn }),
    ),
    contentModel: contentModelHandlers(contentModel),
    contentItem: contentItemHandlers({ database, erasing, quotas }),
    contentVariation: contentVariationHandlers(platform),
    publishPlan: publishPlanHandlers(platform),
    bulkChange: bulkChangeHandlers({
      database,
      importFiles,
      fileWorkers,
      bulkChanges,
      strings: () => localesIn(platform.root, onFault),
    }),
    export: exportHandlers(platform),
    import: importHandlers({ database, importFiles, fileWorkers }),
    savedChoices: savedChoicesHandlers(createSavedChoices(platform)),
    schedules: schedulesHandlers(schedules),
    search: searchHandlers({
      ...platform,
      models,
      tables: contentTables,
      readFields: readListedFields,
      readValues: readRowValues,
    }),
    binary: binaryHandlers(binaries),
    taxonomies: taxonomiesHandlers({ database, fileWorkers, content: upkeep.ofConcepts }),
    delivery: deliveryHandlers({ service: createDeliveryService(database, models, platform.reader), kept, binaries }),
    apiKeys: apiKeysHandlers(createApiKeysService({ ...platform, quotas })),
    jobs: jobsHandlers(platform),
    audit: auditHandlers({ database, describeItems }),
    sections: sectionsHandlers(
      deployments,
      createReleaseUploads({ deployments, store: platform.releaseStore }),
      createSectionFailures(platform),
      createMySettings({ ...platform, remotesFor }),
    ),
    deployKeys: deployKeysHandlers(database),
    quotas: quotasHandlers({
      database,
      notifications: platform.notifications,
      quotas,
      usage,
      findTenantId: async (externalId) =>
        (await database.asSystem((system) => findTenants(system, [externalId])))[0]?.tenantId,
    }),
  }
}

/** What has to end with the server, and does not end by itself. */
type Closing = (() => void | Promise<void>)[]

export interface AppOptions {
  readonly readiness: Readiness
  /** Whether the server is going to end; see `ServerOptions`. */
  readonly isLeaving?: () => boolean
  /** What is mounted beside the contract: the pages, the embedded sign-in. */
  readonly mountMore?: (server: FastifyInstance, limits: RateLimits) => void
  /** For tests: an answer that its schema refuses becomes an error. */
  readonly validateResponses?: boolean
}

export interface App {
  readonly server: FastifyInstance
  readonly inFlight: InFlight
  close(): Promise<void>
}

/** The whole server, listening to nothing. */
export function buildApp(platform: Dependencies, options: AppOptions): App {
  const { config, log, metrics, database } = platform
  const limits = createRateLimits(rateLimitsOf(config.rateLimit))
  const { isLeaving = () => false } = options
  const { app: server, inFlight } = createServer({
    log,
    metrics,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    hostNames: undefined,
    allowedMethods: methodsByPath(),
    deadlineMs: config.deadlineMs,
    maxConcurrent: config.maxConcurrent,
    isLeaving,
  })
  const closing: Closing = []
  const tenants = createTenantDirectory(platform)
  const keys = createKeyCheck({ ...platform, onError: (error) => log.warn({ err: error }, 'use of a key not noted') })
  const changes = new ChangeLog()
  const kept = createKeptAnswers(platform.notifications, changes)
  const models = createTenantModels(changes, platform.notifications)
  closing.push(tenants.close, keys.close, followChanges(changes, platform.notifications))
  const quotas = createQuotas(config.quotas)
  const calls = new CallTally(callLimitsOf(config.quotas))
  const onCallError = (error: unknown) => log.warn({ err: error }, 'calls of a tenant were not written down')
  closing.push(followCalls({ ...platform, quotas, tally: calls, onError: onCallError }))
  const guards = {
    verifyToken: platform.identity.verifier.verify,
    findTenant: tenants.find,
    isTenantErased: (tenantId: string) => database.asSystem((system) => isErased(system, tenantId)),
    verifyApiKey: keys.verify,
    verifyDeployKey: createDeployKeyCheck(database),
    defaultRole: config.defaultRole,
    limits,
    calls,
    // The embedded provider can be asked for its people.
    ...(platform.identity.people === undefined
      ? {
          noteCaller: createNoteCaller({
            database,
            write: upsertProfiles,
            onError: (error) => log.warn({ err: error }, 'what a caller may do was not written down'),
          }),
        }
      : {
          noteEntry: createNoteEntry({
            database,
            people: platform.identity.people,
            onError: (error) => log.warn({ err: error }, 'who has opened a tenant was not written down'),
          }),
        }),
  }
  mountContract(server, contract, handlersOf(platform, closing, kept, models, quotas), {
    guards,
    inFlight,
    validateResponses: options.validateResponses ?? false,
  })
  const tokenKeys = createTokenKeys(database, platform.now)
  const factsFor = createCallFacts({
    sections: platform.sections,
    remotesFor: createRemotesFor(platform.releases, config.remotes, async () => {}),
    chosenFor: createChosenFor(database),
    findTenant: tenants.find,
  })
  const backEnds = createHandOn({ ...platform, keys: tokenKeys, factsFor })
  mountSectionCalls(server, { guards, inFlight, limits, handOn: backEnds.handOn, publicKeys: tokenKeys.published })
  const fromMemory = createDeliveryFastPath({
    kept,
    keys,
    limits,
    calls,
    metrics,
    headers: baseResponseHeaders(config.publicUrl),
  })
  installFastPath(server.server, (request, response) => !isLeaving() && fromMemory(request, response))
  mountOperations(server, {
    readiness: options.readiness,
    metrics,
    metricsToken: config.metricsToken,
    openapi: async () => JSON.stringify(await inSlices(openapiSteps(contract))),
  })
  options.mountMore?.(server, limits)
  metrics.gauge('pim_requests_in_flight', 'Calls under way', () => inFlight.count)
  metrics.gauge('pim_back_end_calls_open', 'Calls of back ends of sections under way', () => backEnds.open.count)
  const waits = () => database.counts.app
  metrics.gauge('pim_database_waiting', 'Transactions that wait for a connection', () => waits().waiting)
  metrics.total('pim_database_waits_total', 'Transactions that had to wait', () => waits().waited)
  metrics.total('pim_database_wait_seconds_total', 'Time that they waited', () => waits().waitedSeconds)
  metrics.total('pim_database_refused_total', 'Transactions refused, as too many waited', () => waits().refused)
  countLists(platform)
  return {
    server,
    inFlight,
    async close() {
      await server.close()
      await Promise.all(closing.map((close) => close()))
    },
  }
}

function countLists({ metrics, reader }: Dependencies): void {
  const counts = () => reader.counts
  metrics.gauge('pim_list_files', 'Files of lists that were asked since the start', () => counts().files)
  metrics.gauge('pim_list_files_behind', 'Those of them that lack what was changed', () => counts().behind)
  metrics.gauge('pim_list_behind_seconds', 'For how long the first of them lacks it', () => counts().behindSeconds)
  metrics.gauge(
    'pim_list_questions',
    'Lists and searches that wait for their file or are worked on',
    () => counts().questions,
  )
  metrics.total('pim_list_items_made_total', 'Items written into files that were made anew', () => counts().itemsMade)
}

function methodsByPath(): (path: string) => readonly string[] {
  const paths = operationsOf(contract).map(({ route }) => ({
    method: route.method,
    pattern: new RegExp(`^${fastifyPath(route.path).replace(/:\w+/g, '[^/]+')}$`),
  }))
  const all = [...paths, ...sectionCallMethods.map((method) => ({ method, pattern: /^\/api\/x\/[^/]+(?:\/|$)/ }))]
  return (path) => [...new Set(all.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
