import type { ChangedSource } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { variationOf } from '../domain/presentation.ts'
import { fingerprint, sourcesOf } from '../domain/translation.ts'
import { type Slot, slotOf } from '../domain/values.ts'
import { findFormerValues } from '../store/history.repository.ts'
import { findPlace } from '../store/item-read.repository.ts'
import { loadItem } from '../store/load.ts'
import { wholeSlots } from '../store/long-contents.ts'

/**
 * For each text of a variation that is out of date, the text that it was translated from and that of its source now. Of the first
 * the variation has a fingerprint alone; the history of its sources has the text.
 */
export async function readChangedSources(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
): Promise<ChangedSource[]> {
  const place = await findPlace(trx, tenantId, contentVariationId)
  if (place === undefined) throw new Problem('NOT_FOUND')
  const { item } = await loadItem(trx, tenantId, place.contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  const { variationId, outdated } = variationOf(item, place.variationId)
  const names = Object.keys(outdated)
  const sources = sourcesOf(item, variationId)
  if (names.length === 0) return []
  const ids = sources.map((source) => source.contentVariationId)
  const former = await findFormerValues(trx, tenantId, ids, names)
  const nearest = (name: string) => sources.find(({ own }) => slotOf(own, name) !== undefined)
  const befores = new Map(
    names.map((name): [string, Slot] => [
      name,
      former.find((each) => each.name === name && fingerprint(each.value) === outdated[name]),
    ]),
  )
  const afters = new Map(names.map((name): [string, Slot] => [name, slotOf(nearest(name)?.own ?? {}, name)]))
  const [was, is] = [
    await wholeSlots(trx, tenantId, item.contentItemId, befores),
    await wholeSlots(trx, tenantId, item.contentItemId, afters),
  ]
  return names.sort().flatMap((technicalFieldName) => {
    const [source, before] = [nearest(technicalFieldName), was.get(technicalFieldName)]
    if (source === undefined) return []
    const { variationId } = source
    const after = is.get(technicalFieldName)?.value
    return [{ technicalFieldName, variationId, ...(before && { before: before.value }), after }]
  })
}
