import { isDeepStrictEqual } from 'node:util'
import type { ContentVariation, Status } from '@pim/contract'
import { behaviourOf, factsOf } from '@pim/field-types'
import type { KnownItem, VersionAction } from './known-items.ts'
import type { LoadContext, WholeItem } from './load-context.ts'
import type { Values } from './references.ts'

/*
 * A bundle that keeps what is there may meet items that an interrupted run has left half done, and goes on with them.
 * It may also meet items that staff have changed since, and leaves those alone. Both are told apart by what they hold.
 */

export type Step = 'publish' | 'unpublish' | 'archive'

/** What is done to a draft, one step after the other, until it has the status that it is meant to have. */
export const ways: Readonly<Record<Status, readonly Step[]>> = {
  draft: [],
  published: ['publish'],
  unpublished: ['publish', 'unpublish'],
  archived: ['archive'],
}

const ofValues: ReadonlySet<VersionAction> = new Set(['create', 'edit', 'migrate'])

/** Of what has been done to a variation, everything but writing values. */
export const stepsIn = (history: readonly VersionAction[]): VersionAction[] =>
  history.filter((action) => !ofValues.has(action))

/** Whether an item that was there before this run is in a state that an interrupted run can have left it in. */
export function isOnItsWay(context: LoadContext, item: WholeItem, known: KnownItem): boolean {
  if (known.name !== item.name) return false
  return [...context.variations].every(([languageCode, { variationId }]) => {
    const variation = known.variations.get(variationId)
    const way = ways[item.status(languageCode)]
    const steps = stepsIn(known.history?.get(variationId) ?? [])
    return (
      variation === undefined ||
      (steps.every((action, at) => action === way[at]) && foreignFields(context, item, languageCode, variation) === 0)
    )
  })
}

/** Whether a variation holds everything that the bundle says of it, and nothing else. */
export function isAsWritten(
  context: LoadContext,
  item: WholeItem,
  languageCode: string,
  variation: ContentVariation,
): boolean {
  const own = ownValues(context, item, variation)
  const isMissing = ([field, value]: [string, unknown]) =>
    !own.has(field) && normalised(context, item, field, value) !== null
  const missing = Object.entries(item.values.get(languageCode) ?? {}).filter(isMissing)
  return missing.length === 0 && foreignFields(context, item, languageCode, variation) === 0
}

/** How many fields hold a value of their own that the bundle does not give them. */
function foreignFields(
  context: LoadContext,
  item: WholeItem,
  languageCode: string,
  variation: ContentVariation,
): number {
  const said = [item.values, item.pending].flatMap((byLanguage): Values[] => {
    const values = byLanguage.get(languageCode)
    return values === undefined ? [] : [values]
  })
  const isSaid = (field: string, value: unknown) =>
    said.some((values) => field in values && isDeepStrictEqual(normalised(context, item, field, values[field]), value))
  return [...ownValues(context, item, variation)].filter(([field, value]) => !isSaid(field, value)).length
}

/** A file has an id of its own for each upload, and a value that all variations share is looked at in one of them. */
function ownValues(
  { fieldOf, defaultVariationId }: LoadContext,
  { contentType }: WholeItem,
  { fields, variationId }: ContentVariation,
): Map<string, unknown> {
  return new Map(
    Object.entries(fields).flatMap(([name, { value, sourceVariationId }]): [string, unknown][] => {
      const field = fieldOf(contentType, name)
      if (field === undefined || factsOf(field.type).isFile || sourceVariationId !== variationId) return []
      if (field.localizable === false && variationId !== defaultVariationId) return []
      return isDeepStrictEqual(value, behaviourOf(field).defaultValue()) ? [] : [[name, value]]
    }),
  )
}

function normalised({ fieldOf }: LoadContext, { contentType }: WholeItem, name: string, value: unknown): unknown {
  const field = fieldOf(contentType, name)
  return field === undefined ? value : behaviourOf(field).read(value).value
}
