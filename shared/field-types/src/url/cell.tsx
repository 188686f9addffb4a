import { Link, Typography } from '@mui/material'
import { judgeWebAddress } from '../core/href.ts'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'

/** A working copy may hold what is no address; then it is only words. */
export function UrlCell({ value }: CellProps) {
  const address = asText(value)
  if (judgeWebAddress(address) !== 'good') return <Typography variant="inherit">{address}</Typography>
  return (
    <Link href={address} target="_blank" rel="noopener noreferrer" sx={{ overflowWrap: 'anywhere' }}>
      {address}
    </Link>
  )
}
