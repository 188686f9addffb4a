import type { ContentType, ListView } from '@pim/contract'
import type { ListState } from '../../../parts/item-list/list-state.ts'
import { fieldOfColumn } from '../field-columns/field-columns.tsx'
import { readView } from './list-views.ts'

/** The list as the view has it, in the variation that one is in. */
export const openView = ({ variationId, pageSize }: ListState, address: string): ListState => ({
  ...readView(address),
  variationId,
  pageSize,
})

/** Content types, channels and the like that the tenant has now, and that a view can name. */
export interface Known {
  readonly types: readonly ContentType[]
  readonly channels: readonly string[]
  readonly columnIds: readonly string[]
}

/**
 * Content types, channels and columns of fields that a view names and that are gone. Conditions on fields that are gone are told by the
 * list itself, and concepts by the menu, which asks the server for them.
 */
export function missingOf({ address, columns = [] }: ListView, known: Known): readonly string[] {
  const { types, channels, readiness } = readView(address)
  const named = new Set(known.types.map(({ technicalName }) => technicalName))
  const fields = new Set(known.types.flatMap((type) => type.fields.map(({ technicalName }) => technicalName)))
  const asked = readiness?.channel === undefined ? channels : [...channels, readiness.channel]
  const gone = columns.flatMap((id) => {
    const field = fieldOfColumn(id)
    if (field === undefined) return known.columnIds.includes(id) ? [] : [id]
    return fields.has(field) ? [] : [field]
  })
  return [
    ...new Set([
      ...types.filter((name) => !named.has(name)),
      ...asked.filter((name) => !known.channels.includes(name)),
      ...gone,
    ]),
  ]
}

/** The list of a view without content types that are gone: it would find nothing in them. */
export function withoutGoneTypes(state: ListState, types: readonly ContentType[]): ListState {
  const named = new Set(types.map(({ technicalName }) => technicalName))
  return { ...state, types: state.types.filter((name) => named.has(name)) }
}
