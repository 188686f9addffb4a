import type { AskedEdit, ContentType, Field, ValueEdit } from '@pim/contract'
import { behaviourOf, roomOf } from '@pim/field-types'

/** Edits that are not of one field. */
export const channelsTarget = '$channels'
export const copyTarget = '$copy'
export const translatedTarget = '$translated'

export const draftKinds = [
  'set',
  'clear',
  'reset',
  'append',
  'replaceText',
  'calculate',
  'addEntries',
  'removeEntries',
  'copyFrom',
] as const
export type DraftKind = (typeof draftKinds)[number]

/** An edit that is being put together: what is typed for every kind stays when another kind is chosen. */
export interface EditDraft {
  readonly id: number
  /** A technical name, `channelsTarget`, `copyTarget`, `translatedTarget`; empty: not chosen yet. */
  readonly target: string
  readonly kind: DraftKind
  readonly value: unknown
  readonly text: string
  readonly at: 'start' | 'end'
  readonly find: string
  readonly replaceBy: string
  readonly matchCase: boolean
  readonly wholeWords: boolean
  readonly percent: string
  readonly add: string
  readonly step: string
  readonly ending: string
  readonly direction: 'nearest' | 'up' | 'down'
  readonly currency: string
  readonly channels: readonly string[]
  readonly takesAway: boolean
  readonly fromVariationId: string
}

export const newDraft = (id: number): EditDraft => ({
  id,
  target: '',
  kind: 'set',
  value: null,
  text: '',
  at: 'end',
  find: '',
  replaceBy: '',
  matchCase: false,
  wholeWords: false,
  percent: '',
  add: '',
  step: '',
  ending: '',
  direction: 'nearest',
  currency: '',
  channels: [],
  takesAway: false,
  fromVariationId: '',
})

const valueKinds = [
  'append',
  'replaceText',
  'calculate',
  'addEntries',
  'removeEntries',
] as const satisfies readonly ValueEdit['kind'][]
const isValueKind = (kind: DraftKind): kind is (typeof valueKinds)[number] => valueKinds.some((each) => each === kind)

/** The kinds of edit that a field offers: those that its type supports for old values, and those that every type has. */
export const kindsFor = (field: Field): readonly DraftKind[] => {
  const { edits } = roomOf(field.type)
  const isShared = field.localizable === false
  return draftKinds.filter((kind) =>
    isValueKind(kind) ? edits[kind] !== undefined : !(isShared && (kind === 'reset' || kind === 'copyFrom')),
  )
}

/** Whether the edit makes a new value of an old one, which may be inherited. */
export const looksAtOldValue = ({ target, kind }: EditDraft): boolean => !target.startsWith('$') && isValueKind(kind)

/** A number as the API takes it, from what people type: `−2,5` is `-2.5`. Undefined where it is none. */
export function decimalOf(typed: string): string | undefined {
  const text = typed.trim().replace('−', '-').replace(/^\+/, '').replace(',', '.')
  return /^-?\d{1,20}(\.\d{1,10})?$/.test(text) ? text : undefined
}

const isWrong = (typed: string): boolean => typed.trim() !== '' && decimalOf(typed) === undefined
const isPositive = (text: string | undefined): boolean =>
  text !== undefined && !text.startsWith('-') && /[1-9]/.test(text)

/** Which of what is typed is no number, or no step. */
export const wrongNumbers = ({ percent, add, step, ending }: EditDraft) => ({
  percent: isWrong(percent),
  add: isWrong(add),
  step: isWrong(step) || (step.trim() !== '' && !isPositive(decimalOf(step))),
  ending: isWrong(ending),
})

/** The edit as it is sent; undefined as long as something of it is missing. */
export function editOf(draft: EditDraft, field: Field | undefined): AskedEdit | undefined {
  const { target, kind } = draft
  if (target === channelsTarget) {
    if (draft.channels.length === 0) return undefined
    const channels = [...draft.channels]
    return draft.takesAway
      ? { kind: 'channels', add: [], remove: channels }
      : { kind: 'channels', add: channels, remove: [] }
  }
  const { fromVariationId } = draft
  if (target === copyTarget) return fromVariationId === '' ? undefined : { kind: 'copyValues', fromVariationId }
  if (target === translatedTarget) return { kind: 'markTranslated' }
  if (!field || !kindsFor(field).includes(kind)) return undefined
  const place = { technicalFieldName: field.technicalName }
  switch (kind) {
    case 'set': {
      const behaviour = behaviourOf(field)
      const isEmpty = behaviour.isEmpty(draft.value ?? null)
      return isEmpty || behaviour.read(draft.value).issues.length > 0
        ? undefined
        : { kind, ...place, value: draft.value }
    }
    case 'clear':
    case 'reset':
      return { kind, ...place }
    case 'copyFrom':
      return fromVariationId === ''
        ? undefined
        : { kind: 'copyValues', fromVariationId, technicalFieldNames: [field.technicalName] }
    case 'append':
      return draft.text === '' ? undefined : { kind, ...place, text: draft.text, at: draft.at }
    case 'replaceText': {
      const { find, replaceBy, matchCase, wholeWords } = draft
      return find === '' ? undefined : { kind, ...place, find, replaceBy, matchCase, wholeWords }
    }
    case 'calculate':
      return calculation(draft, place)
    case 'addEntries':
    case 'removeEntries': {
      const values = Array.isArray(draft.value) ? draft.value.map(String) : []
      return values.length === 0 ? undefined : { kind, ...place, values }
    }
    default:
      return kind satisfies never
  }
}

function calculation(draft: EditDraft, place: { technicalFieldName: string }): AskedEdit | undefined {
  if (Object.values(wrongNumbers(draft)).some(Boolean)) return undefined
  const [percent, add, step, ending] = [draft.percent, draft.add, draft.step, draft.ending].map(decimalOf)
  if (percent === undefined && add === undefined && step === undefined && ending === undefined) return undefined
  const rounds = step !== undefined || ending !== undefined
  return {
    kind: 'calculate',
    ...place,
    ...(percent !== undefined && { percent }),
    ...(add !== undefined && { add }),
    // An ending alone, .95, is of each whole number.
    ...(rounds && { round: { step: step ?? '1', ending: ending ?? '0', direction: draft.direction } }),
    ...(/^[A-Z]{3}$/.test(draft.currency) && { currency: draft.currency }),
  }
}

export interface OfferedField {
  readonly field: Field
  /** The types that have it, where not all do. */
  readonly onlyIn: readonly ContentType[]
}

/** The fields of these types; one that several have alike is offered once. */
export function offeredFields(types: readonly ContentType[]): readonly OfferedField[] {
  const byName = new Map<string, { field: Field; types: ContentType[] }>()
  for (const type of types) {
    for (const field of type.fields) {
      const known = byName.get(field.technicalName)
      if (known) known.types.push(type)
      else byName.set(field.technicalName, { field, types: [type] })
    }
  }
  return [...byName.values()].map((each) => ({
    field: each.field,
    onlyIn: each.types.length === types.length ? [] : each.types,
  }))
}
