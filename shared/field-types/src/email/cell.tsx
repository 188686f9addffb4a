import { Link } from '@mui/material'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

export function EmailCell({ value }: CellProps) {
  const address = asText(value)
  return <Link href={`mailto:${encodeURIComponent(address)}`}>{address}</Link>
}
