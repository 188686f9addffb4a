import type { AskedStep, LifecycleAction, PlanStep } from '@pim/contract'
import { invalidPlace } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findPlaces } from '../store/plan.repository.ts'
import type { ItemRequest } from './item-request.ts'

const isWhole = (step: PlanStep): step is 'delete' | 'restore' => step === 'delete' || step === 'restore'

/**
 * Groups the steps by item, in the order in which the items are named. Refuses steps that contradict each other, and those of
 * deleted items like unknown ones unless `mayBeDeleted`.
 */
export async function readSteps(
  trx: Transaction,
  tenantId: string,
  asked: readonly AskedStep[],
  { mayBeDeleted }: { readonly mayBeDeleted: boolean },
): Promise<ItemRequest[]> {
  const places = await findPlaces(
    trx,
    tenantId,
    asked.map(({ contentVariationId }) => contentVariationId),
  )
  const placeOf = new Map(places.map((place) => [place.contentVariationId, place]))
  const requests = new Map<string, { steps: Map<string, LifecycleAction>; whole: 'delete' | 'restore' | undefined }>()
  for (const [index, { contentVariationId, step }] of asked.entries()) {
    const at = `body.steps[${index}]`
    const place = placeOf.get(contentVariationId)
    if (place === undefined || (place.isDeleted && !mayBeDeleted))
      throw invalidPlace(`${at}.contentVariationId`, 'NOT_FOUND', 'is not a content variation of this tenant')
    const request = requests.get(place.contentItemId) ?? { steps: new Map(), whole: undefined }
    requests.set(place.contentItemId, request)
    const contradicts = isWhole(step)
      ? request.steps.size > 0 || (request.whole !== undefined && request.whole !== step)
      : request.whole !== undefined || request.steps.has(place.variationId)
    if (contradicts) throw invalidPlace(at, 'AMBIGUOUS', 'contradicts an earlier step of the same item')
    if (isWhole(step)) request.whole = step
    else request.steps.set(place.variationId, step)
  }
  return [...requests].map(([contentItemId, request]) => ({ contentItemId, ...request }))
}
