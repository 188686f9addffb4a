import { Typography } from '@mui/material'
import { useTextLanguage } from './value-language.tsx'

interface TextValueProps {
  readonly children: string
  /** Shows line breaks as they were typed. */
  readonly keepsLines?: boolean
}

/** A text of a value for reading, in its language, and isolated: its direction does not reorder what stands beside it. */
export function TextValue({ children, keepsLines = false }: TextValueProps) {
  const language = useTextLanguage()
  return (
    <Typography
      component="bdi"
      {...language}
      variant="inherit"
      sx={{ overflowWrap: 'anywhere', ...(keepsLines ? { whiteSpace: 'pre-wrap' } : {}) }}
    >
      {children}
    </Typography>
  )
}
