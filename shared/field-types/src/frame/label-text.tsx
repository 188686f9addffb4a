import type { LabelInLanguage } from '@pim/contract/core/language.ts'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'

/** A label in its language, isolated: its direction does not reorder what stands beside it. */
export const LabelText = ({ label: { text, tag } }: { label: LabelInLanguage }) => (
  <bdi {...languageAttributes(tag)}>{text}</bdi>
)
