import { Box } from '@mui/material'
import { Fragment } from 'react'
import { marksOf } from './marks.ts'

interface MarkedTextProps {
  readonly text: string
  /** What was searched for; nothing is marked where it is empty. */
  readonly typed: string
}

/** A text in which what was searched for is marked. */
export function MarkedText({ text, typed }: MarkedTextProps) {
  const marks = typed === '' ? [] : marksOf(text, typed)
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <Box component="mark" sx={{ bgcolor: 'warning.light', color: 'inherit', borderRadius: 0.5 }}>
            {text.slice(from, to)}
          </Box>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to)}
    </>
  )
}
