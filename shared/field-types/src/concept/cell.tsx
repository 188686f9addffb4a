import type { CellProps } from '../frame/field-view.ts'
import { ReferenceCell } from '../frame/reference-cell.tsx'
import { useConceptSource } from './concept-source.ts'

export function ConceptCell({ value }: CellProps) {
  return <ReferenceCell source={useConceptSource(undefined)} value={value} />
}
