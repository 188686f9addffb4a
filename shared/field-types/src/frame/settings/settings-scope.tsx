import type { Field } from '@pim/contract'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { behaviourOf } from '../../field-behaviour.ts'

/** Something that a setting may name: what is kept of it, and what people read. */
export interface SettingChoice {
  readonly value: string
  readonly label: string
}

/** What the settings of a field may refer to. Whoever draws the form knows it; the rooms know nothing of the API. */
export interface SettingsWorld {
  readonly contentTypes: readonly (SettingChoice & { readonly kind: 'user' | 'media' })[]
  readonly taxonomies: readonly SettingChoice[]
  /** Texts of the same content type, by technical name. */
  readonly textFields: readonly SettingChoice[]
  /** Language tags that the tenant writes in. */
  readonly languages: readonly string[]
}

export type RawSettings = Readonly<Record<string, unknown>>

export interface SettingsScope {
  readonly field: Field
  readonly world: SettingsWorld
  readonly isReadOnly: boolean
  /** Sets several settings at once; undefined takes one away, so that the default of the type holds again. */
  change(part: RawSettings): void
  /** What is wrong with the field: paths start with `.settings`. */
  readonly issues: readonly { readonly path: string; readonly message: string }[]
}

const SettingsContext = createContext<SettingsScope | null>(null)
export const SettingsProvider = SettingsContext.Provider

export function useSettingsScope(): SettingsScope {
  const scope = useContext(SettingsContext)
  if (scope === null) throw new Error('A setting is drawn outside of a SettingsForm.')
  return scope
}

const own = (record: object | undefined, name: string): unknown =>
  record !== undefined && Object.hasOwn(record, name)
    ? Object.entries(record).find(([key]) => key === name)?.[1]
    : undefined

export interface Setting {
  readonly label: string
  readonly help: string
  /** As it is stored or was typed; undefined where nothing is. */
  readonly value: unknown
  /** What holds where nothing is set. */
  readonly fallback: unknown
  readonly isReadOnly: boolean
  /** What this setting takes, said only where it is wrong. */
  readonly error: string | undefined
  set(value: unknown): void
}

/**
 * One setting of the field that the form is of. Its words are `fieldTypes.setting.<words>`, `….help` and `….wrong`;
 * `words` is the setting's name unless a type means something of its own by it.
 */
export function useSetting(name: string, words: string = name): Setting {
  const { t } = useTranslation()
  const { field, change, isReadOnly, issues } = useSettingsScope()
  const isWrong = issues.some(({ path }) => isAt(path, `.settings.${name}`))
  return {
    label: t(`fieldTypes.setting.${words}`),
    help: t(`fieldTypes.setting.${words}.help`, { defaultValue: '' }),
    value: own(field.settings, name),
    fallback: own(defaultsOf(field), name),
    isReadOnly,
    error: isWrong ? t(`fieldTypes.setting.${words}.wrong`) : undefined,
    set: (value) => change({ [name]: value }),
  }
}

export const isAt = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)

const bare = new Map<Field['type'], Field>()
/** What the type's own settings are where nothing is set. */
function defaultsOf({ type }: Field): object {
  const known = bare.get(type) ?? { technicalName: 'it', friendlyName: {}, type }
  bare.set(type, known)
  return behaviourOf(known).settings
}
