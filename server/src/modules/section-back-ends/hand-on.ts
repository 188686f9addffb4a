import { pipeline } from 'node:stream'
import { sectionNameSchema } from '@pim/contract/sections/schemas.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Database } from '../../platform/database/database.ts'
import { internet, type Outside } from '../../platform/fetching/index.ts'
import { recordChange } from '../audit/index.ts'
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

  /** Written before the call is made: a change that cannot be written down is not made. */
  const audit = ({ section, request, context: { tenant, user } }: SectionCall, behind: string) =>
    database.inTenant(tenant.tenantId, (trx) =>
      recordChange(trx, tenant.tenantId, {
        userId: user.userId,
        action: 'section.call',
        entityKind: 'section',
        entityId: section,
        details: { method: request.method, path: (behind.split('?', 1)[0] ?? '').slice(0, maxAuditedPath) },
      }),
    )

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
    try {
      // Defence 298
      if (method !== 'GET') await audit(call, behind)
      const token = await callToken(keys, {
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
      throw raw.complete || !(error instanceof Problem) ? error : closing(error)
    }
  }
  return { handOn, open }
}

/** Ends the connection behind a problem whose call has not come whole: what is left of its body would be read for nothing. */
const closing = (problem: Problem): Problem =>
  new Problem(problem.code, { ...problem.details, headers: { ...problem.details.headers, connection: 'close' } })
