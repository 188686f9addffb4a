import type { PlanIssue } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type Claim, claimChange, claimKey } from '../domain/unique-values.ts'
import { findHolders } from '../store/unique-value.repository.ts'
import { isBlocked, type PlanItem } from './planned-work.ts'

interface Claiming {
  readonly item: PlanItem
  readonly taken: readonly Claim[]
  /** Keys of the claims that the item gives up. */
  readonly released: ReadonlySet<string>
}

interface Holder {
  readonly contentItemId: string
  readonly name: string
}

/**
 * Blocks variations that would deliver a unique value of another item: of one that is live, or of one that comes earlier
 * in the plan. With `skipBlocked`, items that are blocked neither take nor give up a value.
 */
export async function checkUnique(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  { skipBlocked }: { readonly skipBlocked: boolean },
): Promise<void> {
  const claiming = items.map((item): Claiming => {
    const { taken, released } = claimChange(item.before, item.after)
    return { item, taken, released: new Set(released.map(claimKey)) }
  })
  const wanted = claiming.flatMap(({ taken }) => taken)
  const holders = new Map((await findHolders(trx, tenantId, wanted)).map((each) => [claimKey(each), each]))
  const taking = claiming.filter(({ taken }) => taken.length > 0)
  // An item that is blocked keeps its values, which can block a further one.
  for (let isMore = taking.length > 0; isMore; ) {
    isMore = false
    const active = new Set(claiming.filter(({ item }) => !(skipBlocked && isBlocked(item))))
    const releasing = new Map([...active].map(({ item, released }) => [item.after.contentItemId, released]))
    const isFree = ({ contentItemId }: Holder, key: string) => releasing.get(contentItemId)?.has(key) === true
    const takenBy = new Map<string, Holder>()
    for (const each of taking) {
      if (!active.has(each)) continue
      const { contentItemId, name } = each.item.after
      for (const claim of each.taken) {
        const key = claimKey(claim)
        const holder = holders.get(key)
        const isHeld = holder !== undefined && holder.contentItemId !== contentItemId && !isFree(holder, key)
        const other = isHeld ? holder : takenBy.get(key)
        if (other === undefined) takenBy.set(key, { contentItemId, name })
        else if (block(each.item, claim, other)) isMore ||= skipBlocked
      }
    }
  }
}

/** Answers whether the problem is a new one. */
function block({ variations }: PlanItem, { technicalFieldName, variationIds }: Claim, holder: Holder): boolean {
  const { contentItemId, name } = holder
  const places = variations.filter(({ variationId }) => variationIds.includes(variationId))
  const issue: PlanIssue = {
    code: 'NOT_UNIQUE',
    message: 'is a value of another item there, own or inherited',
    technicalFieldName,
    items: [{ contentItemId, name }],
    itemCount: 1,
  }
  let isNew = false
  for (const { blocking } of places) {
    if (blocking.some((each) => each.code === issue.code && each.technicalFieldName === technicalFieldName)) continue
    blocking.push(issue)
    isNew = true
  }
  return isNew
}
