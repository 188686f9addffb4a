import { contract } from '@pim/contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import type { Guards } from './http/guard.ts'
import type { InFlight } from './http/in-flight.ts'
import { type AllHandlers, fastifyPath, mountContract } from './http/mount-contract.ts'
import { notBuilt } from './http/not-built.ts'
import { operationsOf } from './http/operation.ts'
import { mountOperations, type Readiness } from './http/operations-routes.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createServer } from './http/server.ts'

/** Every domain of the contract and who answers for it. A module is one import and one line here. */
function handlersOf(_dependencies: Dependencies): AllHandlers<typeof contract> {
  return {
    clientConfiguration: notBuilt(contract.clientConfiguration),
    settings: notBuilt(contract.settings),
    resources: notBuilt(contract.resources),
    userProfile: notBuilt(contract.userProfile),
    tenants: notBuilt(contract.tenants),
    contentModel: notBuilt(contract.contentModel),
    contentItem: notBuilt(contract.contentItem),
    contentVariation: notBuilt(contract.contentVariation),
    search: notBuilt(contract.search),
    binary: notBuilt(contract.binary),
    taxonomies: notBuilt(contract.taxonomies),
    delivery: notBuilt(contract.delivery),
    apiKeys: notBuilt(contract.apiKeys),
    jobs: notBuilt(contract.jobs),
    audit: notBuilt(contract.audit),
  }
}

export interface AppOptions {
  readonly guards: Omit<Guards, 'limits' | 'defaultRole'>
  readonly readiness: Readiness
  /** For tests: an answer that its schema refuses becomes an error. */
  readonly validateResponses?: boolean
}

export interface App {
  readonly server: FastifyInstance
  readonly inFlight: InFlight
}

/** The whole server, listening to nothing. */
export function buildApp(dependencies: Dependencies, options: AppOptions): App {
  const { config, log, metrics } = dependencies
  const limits = createRateLimits({
    perSecond: config.rateLimit.perSecond,
    burst: config.rateLimit.perSecond * 2,
    failuresPerSecond: config.rateLimit.failuresPerSecond,
    failureBurst: config.rateLimit.failuresPerSecond * 60,
  })
  const { app, inFlight } = createServer({
    log,
    metrics,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    hostNames: undefined,
    allowedMethods: methodsByPath(),
    deadlineMs: config.deadlineMs,
    maxConcurrent: config.maxConcurrent,
  })
  mountContract(app, contract, handlersOf(dependencies), {
    guards: { ...options.guards, defaultRole: config.defaultRole, limits },
    validateResponses: options.validateResponses ?? false,
  })
  mountOperations(app, { readiness: options.readiness, metrics, openapi: '{}' })
  metrics.gauge('pim_requests_in_flight', 'Calls under way', () => inFlight.count)
  return { server: app, inFlight }
}

function methodsByPath(): (path: string) => readonly string[] {
  const paths = operationsOf(contract).map(({ route }) => ({
    method: route.method,
    pattern: new RegExp(`^${fastifyPath(route.path).replace(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => [...new Set(paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
