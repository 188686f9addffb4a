import { hash } from 'node:crypto'
import type { Field, TranslationState } from '@pim/contract'
import { translationNumber } from '@pim/contract/content-variation/translation.ts'
import { behaviourOf } from '@pim/field-types'
import { chainOf, type ResolvedValues } from './fallback.ts'
import { type ItemState, type Outdated, type VariationState, withVariation } from './item-state.ts'
import type { TranslationMarks } from './translation-mark.ts'
import { isSameSlot, isSameValue, isShared, slotOf, storedValue } from './values.ts'

/*
 * How far a variation is translated. Only fields of words count that are localizable, and that have words here or in the
 * default variation. A text that is inherited from a variation in the same language counts as translated: Austrian German
 * that follows German lacks nothing.
 */

const wordFields = new WeakMap<readonly Field[], readonly Field[]>()

/** A text that is unique is a code, not words. */
const isTranslated = (field: Field): boolean =>
  !isShared(field) && (field.unique ?? 'none') === 'none' && behaviourOf(field).room.holdsWords

function fieldsOfWords(fields: readonly Field[]): readonly Field[] {
  const known = wordFields.get(fields)
  if (known !== undefined) return known
  const found = fields.filter((field) => isTranslated(field))
  wordFields.set(fields, found)
  return found
}

const languageOf = (item: ItemState, variationId: string | null): string =>
  (item.languages.get(variationId ?? '') ?? '').split('-')[0]?.toLowerCase() ?? ''

/** State and per cent as one number; see `translationNumber`. */
export function translationDerived(
  item: ItemState,
  { variationId, outdated }: VariationState,
  values: ResolvedValues,
  ofDefault: ResolvedValues,
): number {
  const language = languageOf(item, variationId)
  let [counted, translated, missing, inherited] = [0, 0, 0, 0]
  for (const field of fieldsOfWords(item.type.fields)) {
    const name = field.technicalName
    const isEmpty = (value: unknown) => behaviourOf(field).isEmpty(value ?? null)
    const here = values[name]
    if (here === undefined || isEmpty(here.value)) {
      // Deliberately empty, here or where it comes from: nothing is to be translated.
      if (here?.sourceVariationId != null || isEmpty(ofDefault[name]?.value)) continue
      counted += 1
      missing += 1
      continue
    }
    counted += 1
    if (here.isInherited) inherited += 1
    const isCurrent = outdated[name] === undefined
    if (isCurrent && languageOf(item, here.sourceVariationId) === language) translated += 1
  }
  const state: TranslationState =
    missing > 0 ? 'missing' : Object.keys(outdated).length > 0 ? 'outdated' : inherited > 0 ? 'inherited' : 'own'
  return translationNumber(state, counted === 0 ? 100 : Math.floor((translated * 100) / counted))
}

/** The variations whose texts this one could be a translation of, the nearest first. */
export function sourcesOf(item: ItemState, variationId: string): readonly VariationState[] {
  if (variationId === item.defaultVariationId) return []
  const [, ...fallbacks] = chainOf(item.fallbacks, variationId)
  const ofDefault = item.defaultVariationId === undefined ? [] : chainOf(item.fallbacks, item.defaultVariationId)
  return [...new Set([...fallbacks, ...ofDefault])].flatMap((id) => {
    const found = id === variationId ? undefined : item.variations.get(id)
    return found === undefined ? [] : [found]
  })
}

/** The text of the nearest of them that has one. */
function sourceOf(item: ItemState, variationId: string, name: string): unknown {
  for (const { own } of sourcesOf(item, variationId)) {
    const slot = slotOf(own, name)
    if (slot !== undefined) return slot.value
  }
  return undefined
}

/** Tells texts apart; see `outdated`. */
export const fingerprint = (value: unknown): string =>
  hash('sha256', JSON.stringify(storedValue(value)) ?? '', 'base64url').slice(0, 16)

/**
 * Which own texts are of another text than their source has now. A text that this change writes is of the source as it is; one
 * that stays while its source changes is of the source before; when the source changes back, it is up to date again.
 */
export function outdatedAfter(before: ItemState | null, item: ItemState, variation: VariationState): Outdated {
  const { variationId, own, outdated } = variation
  const was = before?.variations.get(variationId)
  const isNothingNew = before !== null && [...item.variations.values()].every((each) => isSameOwn(before, each))
  if (isNothingNew) return outdated
  const next = new Map<string, string>()
  for (const { technicalName: name } of fieldsOfWords(item.type.fields)) {
    const slot = slotOf(own, name)
    if (slot === undefined || slot.value === null) continue
    if (was !== undefined && !isSameSlot(slotOf(was.own, name), slot)) continue
    const source = sourceOf(item, variationId, name)
    if (source === undefined || source === null) continue
    const of = outdated[name]
    if (of !== undefined) {
      if (fingerprint(source) !== of) next.set(name, of)
    } else if (before !== null && was !== undefined) {
      const sourceWas = sourceOf(before, variationId, name)
      if (sourceWas !== undefined && sourceWas !== null && !isSameValue(sourceWas, source))
        next.set(name, fingerprint(sourceWas))
    }
  }
  const names = Object.keys(outdated)
  if (next.size === names.length && names.every((name) => next.get(name) === outdated[name])) return outdated
  return Object.fromEntries(next)
}

/** The copy of an item: texts that are out of date there, and are the same here, are so here, too. */
export function withOutdatedOf(original: ItemState, copy: ItemState): ItemState {
  let state = copy
  for (const { variationId, own, outdated } of original.variations.values()) {
    const copied = state.variations.get(variationId)
    if (copied === undefined) continue
    const same = Object.entries(outdated).filter(([name]) => isSameSlot(slotOf(own, name), slotOf(copied.own, name)))
    if (same.length > 0) state = withVariation(state, { ...copied, outdated: Object.fromEntries(same) })
  }
  return state
}

/** What it means to say of all texts of a variation that they are right as they are; by field. */
export function marksOf(item: ItemState, { variationId, own, outdated }: VariationState): TranslationMarks {
  return Object.fromEntries(
    Object.entries(outdated).map(([name, of]) => [
      name,
      {
        of,
        source: fingerprint(sourceOf(item, variationId, name) ?? null),
        text: fingerprint(slotOf(own, name)?.value ?? null),
      },
    ]),
  )
}

/**
 * The texts that are out of date where earlier marks are taken back. `moved`: the fields where the text, or what was said of it, is
 * another one since; they stay as they are.
 */
export function withoutMarks(
  item: ItemState,
  { variationId, own, outdated }: VariationState,
  marks: TranslationMarks,
): { readonly outdated: Outdated; readonly moved: readonly string[] } {
  const next: Record<string, string> = { ...outdated }
  const moved: string[] = []
  for (const [name, { of, source, text }] of Object.entries(marks)) {
    const now = fingerprint(sourceOf(item, variationId, name) ?? null)
    // Without a new mark, the source is still the one that the text was said to be right for.
    const stands = outdated[name] === undefined ? now === source : outdated[name] === source
    if (!stands || fingerprint(slotOf(own, name)?.value ?? null) !== text) moved.push(name)
    else if (now === of) delete next[name]
    else next[name] = of
  }
  const names = Object.keys(next)
  const isSame = names.length === Object.keys(outdated).length && names.every((name) => next[name] === outdated[name])
  return { outdated: isSame ? outdated : next, moved }
}

const isSameOwn = (before: ItemState, { variationId, own }: VariationState): boolean =>
  before.variations.get(variationId)?.own === own
