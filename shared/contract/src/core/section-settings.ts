/* Without zod, so that the browser can have it without the schemas. */
import type { DeclaredSetting } from '../sections/declared-setting.ts'
import type { FieldErrorCode } from './field-errors.ts'

export type SettingValue = DeclaredSetting['default']

export type DeclaredSettings = Readonly<Record<string, DeclaredSetting>>

/** Characters that a text may have where its section says no `maxLength`; and all texts of a section together. */
export const usualSettingText = 200
export const maxSettingTexts = 2_000
/** Of one section. */
export const maxDeclaredSettings = 40
/** Kept for a tenant, and for a person in a tenant; the bytes are those of all of them as JSON. */
export const maxKeptSettings = 200
export const maxKeptSettingBytes = 32_000

/** The name of a setting everywhere but in its own section: `orders:currency`. */
export const settingName = (section: string, key: string): string => `${section}:${key}`

/** The settings of a section by key, in the order of its forms. A JSON store keeps no order of keys. */
export const orderedSettings = (declared: DeclaredSettings = {}): [key: string, setting: DeclaredSetting][] =>
  Object.entries(declared).sort(
    ([a, { position: first = Number.MAX_SAFE_INTEGER }], [b, { position: next = Number.MAX_SAFE_INTEGER }]) =>
      first - next || (a < b ? -1 : 1),
  )

export interface SettingProblem {
  readonly code: FieldErrorCode
  /** For developers: screens have words for the code. */
  readonly message: string
  readonly params?: Record<string, number>
}

/** What is wrong with a value by what its section declares; undefined where nothing is. */
export function settingProblem(declared: DeclaredSetting, value: unknown): SettingProblem | undefined {
  const wrongType = { code: 'WRONG_TYPE', message: `is no ${declared.kind}` } as const
  switch (declared.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType
    case 'text':
      return typeof value === 'string' ? textProblem(value, declared.maxLength ?? usualSettingText) : wrongType
    case 'number':
      return typeof value === 'number' ? numberProblem(value, declared) : wrongType
    case 'choice':
      if (declared.options.some((option) => option.value === value)) return undefined
      return { code: 'UNKNOWN_OPTION', message: `is none of ${declared.options.map((each) => each.value).join(', ')}` }
  }
}

function textProblem(value: string, max: number): SettingProblem | undefined {
  if (value.length > max) return { code: 'TOO_LONG', message: `has more than ${max} characters`, params: { max } }
  return /\p{Cc}/u.test(value)
    ? { code: 'FORBIDDEN_CHARACTER', message: 'has a line end or another control character' }
    : undefined
}

function numberProblem(
  value: number,
  { min, max, isWhole }: Extract<DeclaredSetting, { kind: 'number' }>,
): SettingProblem | undefined {
  if (!Number.isFinite(value)) return { code: 'NOT_A_NUMBER', message: 'is no number' }
  if (min !== undefined && value < min) return { code: 'TOO_SMALL', message: `is less than ${min}`, params: { min } }
  if (max !== undefined && value > max) return { code: 'TOO_BIG', message: `is more than ${max}`, params: { max } }
  return isWhole && !Number.isSafeInteger(value) ? { code: 'TOO_PRECISE', message: 'is no whole number' } : undefined
}

/** What is wrong with the settings that a section declares, in words for its team; undefined where nothing is. */
export function declarationProblem(settings: DeclaredSettings): string | undefined {
  const all = Object.entries(settings)
  if (all.length > maxDeclaredSettings) return `has ${all.length} settings; ${maxDeclaredSettings} are the most`
  for (const [key, declared] of all) {
    if (
      declared.kind === 'choice' &&
      new Set(declared.options.map(({ value }) => value)).size < declared.options.length
    )
      return `${key} has an option twice`
    if (declared.kind === 'number' && (declared.min ?? -Infinity) > (declared.max ?? Infinity))
      return `${key} has a min above its max`
    const problem = settingProblem(declared, declared.default)
    if (problem !== undefined) return `the default of ${key} ${problem.message}`
  }
  const texts = all.flatMap(([, each]) => (each.kind === 'text' ? [each.maxLength ?? usualSettingText] : []))
  const length = texts.reduce((sum, each) => sum + each, 0)
  return length > maxSettingTexts
    ? `the maxLength of all texts together is ${length}; ${maxSettingTexts} are the most`
    : undefined
}
