import { compareDecimals, parseDecimal } from './decimal.ts'

/** What a change of settings does to the values that were right before it. */
export type SettingsChange = 'same' | 'widening' | 'narrowing'

type Comparison = (before: unknown, after: unknown) => SettingsChange

/** Numbers compare exactly; settings may hold them as text. */
const bound =
  (isWider: (difference: number) => boolean): Comparison =>
  (before, after) => {
    const [was, is] = [parseDecimal(before), parseDecimal(after)]
    if (was === null || is === null) return was === is ? 'same' : wider(is === null)
    const difference = compareDecimals(is, was)
    return difference === 0 ? 'same' : wider(isWider(difference))
  }

const wider = (isWider: boolean): SettingsChange => (isWider ? 'widening' : 'narrowing')

export const least: Comparison = bound((difference) => difference < 0)
export const most: Comparison = bound((difference) => difference > 0)

/** Dates and times order as text. */
export const earliest: Comparison = (before, after) =>
  before === after
    ? 'same'
    : wider(after === undefined || (typeof before === 'string' && typeof after === 'string' && after < before))
export const latest: Comparison = (before, after) =>
  before === after
    ? 'same'
    : wider(after === undefined || (typeof before === 'string' && typeof after === 'string' && after > before))

/** Any difference may shut values out, except that the rule goes altogether. */
export const rule: Comparison = (before, after) => {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)]
  return was === is ? 'same' : wider(after === undefined)
}

/** Any difference may shut values out. */
export const exact: Comparison = (before, after) =>
  JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'narrowing'

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A list of what is allowed. `none`: what an absent list allows. */
export const allowed =
  (none: 'everything' | 'nothing', name: (entry: unknown) => unknown = (entry) => entry): Comparison =>
  (before, after) => {
    const open = (value: unknown): boolean => none === 'everything' && value === undefined
    if (open(before) || open(after)) return open(before) === open(after) ? 'same' : wider(open(after))
    const [was, is] = [new Set(listed(before).map(name)), new Set(listed(after).map(name))]
    if (was.isSubsetOf(is)) return was.size === is.size ? 'same' : 'widening'
    return 'narrowing'
  }

export const together = (changes: Iterable<SettingsChange>): SettingsChange => {
  const seen = new Set(changes)
  if (seen.has('narrowing')) return 'narrowing'
  return seen.has('widening') ? 'widening' : 'same'
}

/** Compares settings by what each of them does; those that are not named decide nothing about validity. */
export const changeBy =
  <Settings extends object>(comparisons: { readonly [Key in keyof Settings]?: Comparison }) =>
  (before: Settings, after: Settings): SettingsChange =>
    together(
      (Object.keys(comparisons) as (keyof Settings)[]).map((key) => {
        const compare = comparisons[key]
        return compare === undefined ? 'same' : compare(before[key], after[key])
      }),
    )
