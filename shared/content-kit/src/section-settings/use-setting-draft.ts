import type { ChosenSettings, SectionSetting } from '@pim/contract'
import { type SettingProblem, type SettingValue, settingProblem } from '@pim/contract/core/section-settings.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What stands in a field: a number as it is typed. */
export type Typed = boolean | string

export interface DraftField {
  readonly typed: Typed
  readonly problem: SettingProblem | undefined
  readonly change: (typed: Typed) => void
}

/** What a person has typed over the values of settings. */
export function useSettingDraft(settings: readonly SectionSetting[]) {
  const { i18n } = useTranslation()
  const [draft, setDraft] = useState<Readonly<Record<string, Typed>>>({})
  /** Without spaces between thousands, so that what is shown can be read again. */
  const shown = (value: SettingValue): Typed =>
    typeof value === 'number'
      ? value.toLocaleString(i18n.language, { useGrouping: false, maximumFractionDigits: 20 })
      : value
  const read = ({ setting, declared, value }: SectionSetting): SettingValue => {
    const typed = draft[setting]
    if (typed === undefined) return value
    return declared.kind === 'number' ? numberIn(String(typed)) : typed
  }
  const fieldOf = (each: SectionSetting): DraftField => ({
    typed: draft[each.setting] ?? shown(each.value),
    problem: settingProblem(each.declared, read(each)),
    change: (typed) => setDraft((before) => ({ ...before, [each.setting]: typed })),
  })
  const changed = settings.filter((each) => !Object.is(read(each), each.value))
  return {
    fieldOf,
    shown,
    isWrong: changed.some((each) => fieldOf(each).problem !== undefined),
    /** What is other than before. What the section declares anyway is given back: a later release may declare another default. */
    chosen: Object.fromEntries(
      changed.map((each) => [each.setting, read(each) === each.declared.default ? null : read(each)]),
    ) satisfies ChosenSettings,
  }
}

const numberIn = (typed: string): number => {
  const written = typed.trim().replace(',', '.')
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : Number.NaN
}
