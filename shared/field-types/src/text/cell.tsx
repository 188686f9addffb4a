import type { CellProps } from '../frame/field-view.ts'
import { TextValue } from '../frame/text-value.tsx'
import { asText } from '../frame/use-typed.ts'

export function TextCell({ value }: CellProps) {
  return <TextValue>{asText(value)}</TextValue>
}
