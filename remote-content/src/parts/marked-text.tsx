import { MarkedStretches } from '@pim/ui'
import { marksOf } from './marks.ts'

interface MarkedTextProps {
  readonly text: string
  /** What was searched for; nothing is marked where it is empty. */
  readonly typed: string
}

/** A text in which what was searched for is marked. */
export const MarkedText = ({ text, typed }: MarkedTextProps) => (
  <MarkedStretches text={text} marks={typed === '' ? [] : marksOf(text, typed)} />
)
