import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream'
import { sectionNameSchema } from '@pim/contract/sections/schemas.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import { internet, type Outside } from '../../platform/fetching/index.ts'
import { record, recordChange } from '../audit/index.ts'
import type { CallFacts } from '../sections/index.ts'
import { askBackEnd, LimitedBytes } from './ask-back-end.ts'
import { callToken } from './call-token.ts'
import { OpenCalls } from './open-calls.ts'
import { headersToBackEnd, headersToCaller } from './passed-headers.ts'
import { pathAt, pathBehind } from './path-behind.ts'
import type { TokenKeys } from './token-keys.ts'

export interface HandOnParts {
  readonly config: Pick<Config, 'sectionBackEnds' | 'publicUrl' | 'deadlineMs'>
  readonly database: Pick<Database, 'inTenant'>
  readonly keys: TokenKeys
  /** What the back end is told of the person. Undefined where the section is switched off for the tenant. */
  readonly factsFor: (section: string, context: TenantContext) => Promise<CallFacts | undefined>
  readonly outside?: Partial<Outside> | undefined
}

export interface SectionCall {
  readonly section: string
  readonly request: Pick<FastifyRequest, 'method'> & { readonly raw: FastifyRequest['raw'] }
  readonly context: TenantContext
}

const maxAuditedPath = 300

/** What became of a call: the status that the back end answered, or why there is none. */
interface Outcome {
  readonly status?: number
  /** The code of a problem, or `CALLER_LEFT`: whether the change was made is then known to the back end alone. */
  readonly failure?: string
}

function failureOf(error: unknown, { aborted, reason }: AbortSignal): string {
  // Past the deadline of the call the reason is the problem that the caller got.
  const cause: unknown = aborted ? reason : error
  return cause instanceof Problem ? cause.code : aborted ? 'CALLER_LEFT' : 'INTERNAL'
}

/** Hands calls under `/api/x/{section}/` on to the back end of the section, in the name of who makes them. */
export function createHandOn({ config, database, keys, factsFor, outside: given }: HandOnParts) {
  const outside = { ...internet, ...given }
  const { addresses, networks, maxBytes } = config.sectionBackEnds
  const open = new OpenCalls()

  const isNear = (address: string) => networks.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
  /** In the open internet the token and the data go by TLS alone. */
  // Defence 294, without: const isAllowedFor = () => () => true
  const isAllowedFor = (base: URL) => (address: string) =>
    isNear(address) || (base.protocol === 'https:' && outside.isPublic(address))
  // Defence 294 ends

  /** Answers what writes down the outcome: a row of its own, as no row of the trail is ever changed. */
  const auditOf = (
    { section, request, context: { tenant, user, log } }: SectionCall,
    behind: string,
    callId: string,
  ) => {
    const path = (behind.split('?', 1)[0] ?? '').slice(0, maxAuditedPath)
    const entry = (action: string, outcome: Outcome = {}) => ({
      userId: user.userId,
      action,
      entityKind: 'section',
      entityId: section,
      details: { callId, method: request.method, path, ...outcome },
    })
    return {
      /** Written before the call is made: a change that cannot be written down is not made. */
      begin: () =>
        database.inTenant(tenant.tenantId, (trx) => recordChange(trx, tenant.tenantId, entry('section.call'))),
      /** Nobody waits for it: the change is made or not, and its answer is the caller's. */
      end: (outcome: Outcome) =>
        void database
          .inTenant(tenant.tenantId, (trx) => record(trx, tenant.tenantId, entry('section.answer', outcome)))
          // Defence 364
          .catch((error: unknown) =>
            log.error({ err: error, section, callId, ...outcome }, 'the outcome of a call is not in the audit trail'),
          ),
      // Defence 364 ends
    }
  }

  const handOn = async (call: SectionCall): Promise<HttpResponse> => {
    const { section, request, context } = call
    const { method, raw } = request
    const behind = pathBehind(context.url, section)
    if (!sectionNameSchema.safeParse(section).success || behind === undefined) throw new Problem('NOT_FOUND')
    const base = addresses.get(section)
    if (base === undefined) throw new Problem('BACK_END_NOT_SET')
    const length = context.headers['content-length']
    const facts = await factsFor(section, context)
    if (facts === undefined) throw new Problem('FEATURE_DISABLED')
    // Before a byte is read; what comes without a length is counted.
    if (Number(length ?? 0) > maxBytes) throw new Problem('PAYLOAD_TOO_LARGE', { headers: { connection: 'close' } })
    const hasBody = method !== 'GET' && (length !== undefined || context.headers['transfer-encoding'] !== undefined)

    const giveBack = open.take(section, context.tenant.tenantId)
    const callId = randomUUID()
    const audit = auditOf(call, behind, callId)
    let isTried = false
    try {
      if (method !== 'GET') {
        // Defence 298
        await audit.begin()
        isTried = true
      }
      const token = await callToken(keys, {
        callId,
        issuer: config.publicUrl.origin,
        section,
        user: context.user,
        ...facts,
        tenant: context.tenant,
      })
      const answer = await askBackEnd(
        outside,
        {
          base,
          method,
          path: pathAt(base, behind),
          headers: {
            ...headersToBackEnd(context.headers),
            ...(hasBody && length !== undefined && { 'content-length': length }),
            authorization: `Bearer ${token}`,
          },
          body: hasBody ? raw : undefined,
          maxBytes,
          answerMs: config.deadlineMs,
          isAllowed: isAllowedFor(base),
          signal: context.signal,
        },
        giveBack,
      )
      const status = answer.statusCode ?? 502
      // Defence 363
      if (isTried) audit.end({ status })
      const headers = headersToCaller(answer.headers)
      if (status === 204 || status === 304) {
        answer.destroy()
        const { 'content-type': _type, 'content-length': _length, ...others } = headers
        return new HttpResponse(status, others)
      }
      const body = new LimitedBytes(maxBytes, () => new Problem('BACK_END_ANSWER_TOO_LARGE'))
      pipeline(answer, body, (error) => {
        if (error && !context.signal.aborted)
          context.log.warn({ err: error, section }, 'the answer of a back end broke off')
      })
      return new HttpResponse(status, headers, body)
    } catch (error) {
      giveBack()
      // Defence 363
      if (isTried) audit.end({ failure: failureOf(error, context.signal) })
      throw raw.complete || !(error instanceof Problem) ? error : closing(error)
    }
  }
  return { handOn, open }
}

/** Ends the connection behind a problem whose call has not come whole: what is left of its body would be read for nothing. */
const closing = (problem: Problem): Problem =>
  new Problem(problem.code, { ...problem.details, headers: { ...problem.details.headers, connection: 'close' } })
