import type { FieldError } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { resolveLive } from '../domain/item-state.ts'
import { distinctDelivered } from '../domain/planned-item.ts'
import type { FieldReferences } from '../domain/values.ts'
import { faultsOf, type Targets } from '../operations/check-references.ts'
import { checkValues } from '../operations/take-step.ts'
import type { PlanItem } from './planned-work.ts'

/** Result of checking one value. Many variations may deliver the same one. */
interface CheckedValue {
  readonly invalid: readonly FieldError[]
  readonly wanted: readonly FieldReferences[]
}
/** Results by technical field name, then by value. */
export type CheckedItem = ReadonlyMap<string, ReadonlyMap<unknown, CheckedValue>>

/** Checks each value that the published variations of an item would deliver, once however many inherit it. */
export async function checkDelivered(trx: Transaction, tenantId: string, { after, variations }: PlanItem) {
  const published = variations.filter(({ isPublished }) => isPublished).map(({ variationId }) => variationId)
  const checked = new Map<string, Map<unknown, CheckedValue>>()
  for (const values of distinctDelivered(after, published)) {
    const { invalid, wanted } = await checkValues(trx, tenantId, after, values)
    for (const [name, value] of Object.entries(values)) {
      const ofField = checked.get(name) ?? new Map()
      checked.set(name, ofField)
      ofField.set(value, {
        invalid: invalid.filter(({ technicalFieldName }) => technicalFieldName === name),
        wanted: wanted.filter(({ field }) => field.technicalName === name),
      })
    }
  }
  return checked
}

export const referencesIn = (checked: CheckedItem): FieldReferences[] =>
  [...checked.values()].flatMap((ofField) => [...ofField.values()].flatMap(({ wanted }) => wanted))

/** Adds validation errors and broken links of the delivered values to the blocking problems. */
export function refuseInvalid({ after, variations }: PlanItem, checked: CheckedItem, targets: Targets): void {
  for (const { variationId, isPublished, blocking } of variations) {
    if (!isPublished) continue
    for (const [name, { value }] of Object.entries(resolveLive(after, variationId))) {
      const found = checked.get(name)?.get(value)
      if (found === undefined) continue
      // REQUIRED is left out, because the gaps report it with its source.
      const invalid = found.invalid.filter(({ code }) => code !== 'REQUIRED')
      blocking.push(...invalid, ...faultsOf(targets, found.wanted, 'BROKEN_LINK'))
    }
  }
}
