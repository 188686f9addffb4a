import { createHash } from 'node:crypto'
import type { contract } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { ContextFor } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import { conditionalResponse, type HttpResponse } from '../../http/http-response.ts'
import type { BinaryService } from '../binary/index.ts'
import { allowanceOf, type NamedAllowance } from './allowance.ts'
import type { KeptAnswer } from './byte-cache.ts'
import type { Answer, KeptAnswers } from './kept-answers.ts'
import type { DeliveryService } from './service.ts'

type Context = ContextFor<'apiKey'>

/**
 * Kept by whoever asked and by nobody in between, and asked about again every time: a key that is revoked or content
 * that is taken back is gone at once, and what has not changed costs no more than its tag.
 */
// Defence 14, without: export const caching = { 'cache-control': 'public, max-age=60' }
export const caching = { 'cache-control': 'private, no-cache', vary: 'x-api-key' }

/** Where the bytes of files come from. */
export type BinaryContent = Pick<BinaryService, 'content'>

export interface DeliveryParts {
  readonly service: DeliveryService
  readonly kept: KeptAnswers
  readonly binaries: BinaryContent
}

export function deliveryHandlers({ service, kept, binaries }: DeliveryParts): Handlers<typeof contract.delivery> {
  /** Keys that may have the same share what is kept; what differs in the question makes another answer. */
  function answer(
    { apiKey, headers }: Context,
    question: string,
    produce: (allowance: NamedAllowance) => Promise<Answer>,
  ): HttpResponse | Promise<HttpResponse> {
    const allowance = allowanceOf(apiKey)
    const send = ({ bytes, etag }: KeptAnswer) => conditionalResponse(headers, bytes, caching, etag)
    const found = kept.get(keyOf(allowance, question), allowance.tenantId, () => produce(allowance))
    return found instanceof Promise ? found.then(send) : send(found)
  }

  return {
    getTenantVariations: ({ context }) =>
      answer(context, context.url, (allowance) => service.tenantVariations(allowance)),
    filterVariations: ({ body, context }) =>
      answer(context, `filter ${digest(body)}`, (allowance) => service.filterVariations(allowance, body)),
    getByItemIds: ({ body, context }) =>
      answer(context, `items ${digest(body)}`, (allowance) => service.byItemIds(allowance, body)),
    getItemVariations: ({ query, context }) =>
      answer(context, context.url, (allowance) => service.itemVariations(allowance, query)),
    getBinaryContent: async ({ params: { binaryId }, query, context }) => {
      const allowance = allowanceOf(context.apiKey)
      if (!(await service.isDelivered(allowance, binaryId))) throw new Problem('NOT_FOUND')
      return binaries.content({
        tenantId: allowance.tenantId,
        binaryId,
        imageSize: query.imageSize,
        page: query.page,
        isDelivered: true,
        headers: context.headers,
        caching,
      })
    },
  }
}

/** A question is what was sent in the address; one with a body begins otherwise. */
// Defence 14, without: export const keyOf = (_allowance: NamedAllowance, question: string): string => question
export const keyOf = (allowance: NamedAllowance, question: string): string => `${allowance.name} ${question}`

/** Of a question as it was understood. Long ones are known by their fingerprint. */
function digest(question: object): string {
  const text = JSON.stringify(question)
  return text.length <= 300 ? text : createHash('sha256').update(text).digest('base64url')
}
