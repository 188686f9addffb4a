import type { CellProps } from '../frame/field-view.ts'
import { useItemSource } from '../frame/item-source.ts'
import { ReferenceCell } from '../frame/reference-cell.tsx'

const anything = {}

export function LinkCell({ value }: CellProps) {
  return <ReferenceCell source={useItemSource('user', anything)} value={value} />
}
