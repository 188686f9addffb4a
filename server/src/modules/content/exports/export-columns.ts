import {
  type ContentType,
  columnOf,
  type ExportRequest,
  type Field,
  itemColumns,
  linkColumnName,
  type Variation,
  variationTag,
} from '@pim/contract'
import { behaviourOf, contentOf, factsOf, type RichTextDocument, richTextToHtml } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import { type ItemState, resolveWorking, type VariationState } from '../domain/item-state.ts'
import { isShared, type Slot, slotOf } from '../domain/values.ts'
import { markdownOf } from '../imports/write-markdown.ts'
import { withLabels } from './label-headings.ts'
import type { LinkKeys, ReferenceNames } from './reference-names.ts'

/** One item, or one of its variations: what a row of the file is of. */
export interface ExportedRow {
  readonly item: ItemState
  /** Undefined where the row has all variations. */
  readonly variationId: string | undefined
  /** Undefined where references are ids. */
  readonly names: ReferenceNames | undefined
}

/** `cell`: what somebody typed or a machine told, as it is stored; undefined where the row says nothing of the column. */
export interface ExportColumn {
  readonly name: string
  /** Of the item's own columns none. */
  readonly field?: Field
  readonly cell: (row: ExportedRow) => Slot
  /** How its values are written; left out: as the type of the field does. */
  readonly write?: (value: unknown) => string
}

/** What is asked for, with what it names looked up. */
export interface ExportPlan {
  readonly columns: readonly ExportColumn[]
  readonly variations: readonly Variation[]
  readonly fields: readonly Field[]
  readonly isByVariation: boolean
}

type Asked = Pick<
  ExportRequest,
  'layout' | 'values' | 'technicalFieldNames' | 'variationIds' | 'withChannels' | 'headingLanguageCode' | 'richTexts'
>

/** Throws for a field or a variation that is not there. */
export function planExport(
  type: ContentType,
  all: readonly Variation[],
  asked: Asked,
  linkKeys: LinkKeys = new Map(),
): ExportPlan {
  const fields = chosen(
    type.fields,
    ({ technicalName }) => technicalName,
    asked.technicalFieldNames,
    'technicalFieldNames',
  )
  const variations = chosen(all, ({ variationId }) => variationId, asked.variationIds, 'variationIds')
  const isByVariation = asked.layout === 'variations'
  const slotIn = asked.values === 'own' ? ownValue : effectiveValue
  /** A column of its own for each variation, unless each has a row of its own. */
  const perVariation = (name: string, cell: (item: ItemState, variationId: string) => Slot, field?: Field) => {
    const more = field === undefined ? {} : { field, ...writerOf(field, asked.richTexts) }
    if (isByVariation)
      return [
        {
          ...more,
          name,
          cell: ({ item, variationId }: ExportedRow) =>
            variationId === undefined ? undefined : cell(item, variationId),
        },
      ]
    return variations.map((variation) => ({
      ...more,
      name: columnOf(name, variationTag(variation)),
      cell: ({ item }: ExportedRow) => cell(item, variation.variationId),
    }))
  }
  const tags = new Map(variations.map((variation) => [variation.variationId, variationTag(variation)]))
  const columns: ExportColumn[] = [
    { name: itemColumns.id, cell: ({ item }) => ({ value: item.contentItemId }) },
    { name: itemColumns.name, cell: ({ item }) => ({ value: item.name }) },
    ...(isByVariation
      ? [
          {
            name: itemColumns.variation,
            cell: ({ variationId = '' }: ExportedRow) => ({ value: tags.get(variationId) }),
          },
        ]
      : []),
    ...(asked.withChannels ? perVariation(itemColumns.channels, channelsOf) : []),
    ...fields.flatMap((field): ExportColumn[] => {
      const name = field.technicalName
      const key = linkKeys.get(name)
      const column = key === undefined ? name : linkColumnName(name, key.technicalName)
      if (isShared(field))
        return [
          { name: column, field, ...writerOf(field, asked.richTexts), cell: ({ item }) => slotOf(item.shared, name) },
        ]
      return perVariation(column, (item, variationId) => slotIn(item, variationId, name), field)
    }),
  ]
  const { headingLanguageCode: language } = asked
  const headed = language === undefined ? columns : withLabels(columns, type, all, language)
  return { columns: headed, variations, fields, isByVariation }
}

/** Rich texts as HTML or Markdown, where that is asked for. */
function writerOf(field: Field, richTexts: Asked['richTexts'] = 'document'): Pick<ExportColumn, 'write'> {
  const behaviour = behaviourOf(field)
  if (richTexts === 'document' || !factsOf(field.type).isMarkedUp) return {}
  const markup = richTexts === 'html' ? richTextToHtml : markdownOf
  return { write: (value) => (behaviour.isEmpty(value) ? '' : markup(contentOf(value) as RichTextDocument)) }
}

const variationIn = (item: ItemState, variationId: string): VariationState | undefined =>
  item.variations.get(variationId)

function ownValue(item: ItemState, variationId: string, name: string): Slot {
  const own = variationIn(item, variationId)?.own
  return own === undefined ? undefined : slotOf(own, name)
}

/** Rows of one item ask for many fields of one variation, one after the other. */
const resolved = new WeakMap<ItemState, Map<string, ReturnType<typeof resolveWorking>>>()
function effectiveValue(item: ItemState, variationId: string, name: string): Slot {
  let ofItem = resolved.get(item)
  if (ofItem === undefined) {
    ofItem = new Map()
    resolved.set(item, ofItem)
  }
  let values = ofItem.get(variationId)
  if (values === undefined) {
    values = resolveWorking(item, variationId)
    ofItem.set(variationId, values)
  }
  const found = values[name]
  return found === undefined || found.sourceVariationId === null ? undefined : { value: found.value }
}

const channelsOf = (item: ItemState, variationId: string): Slot => ({
  value: variationIn(item, variationId)?.deliveryTargets.join(', '),
})

function chosen<T>(
  all: readonly T[],
  nameOf: (each: T) => string,
  names: readonly string[] | undefined,
  path: string,
): readonly T[] {
  if (names === undefined) return all
  const byName = new Map(all.map((each) => [nameOf(each), each]))
  return [...new Set(names)].map((name) => {
    const found = byName.get(name)
    if (found !== undefined) return found
    const message = `There is no "${name}".`
    throw new Problem('INVALID_REQUEST', {
      fieldErrors: [{ technicalFieldName: `body.${path}`, code: 'NOT_FOUND', message }],
    })
  })
}
