import type { Translation, TranslationState } from '@pim/contract'
import { type DotLook, StateDot } from '@pim/ui'
import { useTranslation } from 'react-i18next'

const looks: Readonly<Record<TranslationState, DotLook>> = {
  missing: { color: 'error.main', fill: 'ring' },
  outdated: { color: 'warning.main', fill: 'half' },
  inherited: { color: 'text.secondary', fill: 'half' },
  own: { color: 'success.main', fill: 'full' },
}

interface TranslationMarkProps {
  readonly translation: Translation
  /** Of the variation that all others are translated from. */
  readonly isSource: boolean
}

/** How far the words of a variation are translated: its state, and of what is begun the share that is done. */
export function TranslationMark({ translation: { state, percent }, isSource }: TranslationMarkProps) {
  const { t } = useTranslation()
  if (isSource) return t('content.translation.source')
  const words = t(`content.translation.state.${state}`)
  const isBegun = (state === 'missing' || state === 'outdated') && percent > 0
  return (
    <StateDot
      look={looks[state]}
      label={
        isBegun
          ? t('content.translation.begun', { words, share: t('ui.completeness.value', { share: percent }) })
          : words
      }
    />
  )
}
