import { Box } from '@mui/material'
import { Fragment } from 'react'

/** From the first character to the one behind the last, in UTF-16 units. */
interface Stretch {
  readonly from: number
  readonly to: number
}

interface MarkedStretchesProps {
  readonly text: string
  /** In their order; none overlaps another. */
  readonly marks: readonly Stretch[]
}

/** A text in which stretches are marked, as what a search found in it. */
export function MarkedStretches({ text, marks }: MarkedStretchesProps) {
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
