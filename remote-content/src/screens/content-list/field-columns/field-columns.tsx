import type { ContentType, Field, SearchContentDocument, SearchPage, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { maxListedFields } from '@pim/contract/search/listed-fields.ts'
import { factsOf } from '@pim/field-types/facts'
import { type Column, partOnDemand } from '@pim/ui'

/** Comes with the field types, which a list without such a column does without. */
const FieldValueCell = partOnDemand(async () => (await import('./field-value-cell.tsx')).FieldValueCell, {
  place: 'nowhere',
})

const prefix = 'field:'
const columnOfField = (technicalName: string): string => prefix + technicalName
export const fieldOfColumn = (id: string): string | undefined =>
  id.startsWith(prefix) ? id.slice(prefix.length) : undefined

const usualWidth = 140

interface NamedField {
  readonly name: string
  /** By the content type that has it. */
  readonly fields: ReadonlyMap<string, Field>
  readonly types: readonly ContentType[]
}

/** The fields that a list of these types can show, each name once. */
function fieldsOf(types: readonly ContentType[], chosen: readonly string[]): NamedField[] {
  const listed = chosen.length === 0 ? types : types.filter(({ technicalName }) => chosen.includes(technicalName))
  const all = listed.flatMap((type) => type.fields.map((field) => ({ type, field })))
  const shown = all.filter(({ field }) => !factsOf(field.type).isUnlisted)
  return [...Map.groupBy(shown, ({ field }) => field.technicalName)].map(([name, having]) => ({
    name,
    fields: new Map(having.map(({ type, field }) => [type.technicalName, field])),
    types: having.map(({ type }) => type),
  }))
}

interface FieldColumnsInput {
  readonly types: readonly ContentType[] | undefined
  /** The content types that the list is narrowed to; none: it shows them all. */
  readonly chosenTypes: readonly string[]
  readonly variations: readonly Variation[] | undefined
  readonly page: SearchPage | undefined
  readonly languageCode: string
}

/** A column for each field that the rows may have; nobody sees them at first. */
export function fieldColumns({ types, chosenTypes, variations, page, languageCode }: FieldColumnsInput) {
  return fieldsOf(types ?? [], chosenTypes).map(({ name, fields, types: having }): Column<SearchContentDocument> => {
    const [first] = fields.values()
    const { width = usualWidth, isFigure = false } = first ? factsOf(first.type) : {}
    const typeNames = having.map((type) => inLanguage(type.friendlyName, languageCode, type.technicalName))
    return {
      id: columnOfField(name),
      header: inLanguage(first?.friendlyName, languageCode, name),
      detail: `${name} · ${new Intl.ListFormat(languageCode, { type: 'unit' }).format(typeNames)}`,
      hiddenAtFirst: true,
      hideBelow: 'sm',
      width,
      minWidth: width,
      align: isFigure ? 'right' : 'left',
      cell: (row) => {
        const field = fields.get(row.technicalContentTypeName)
        const value = row.fields?.[name]
        return field && value && <FieldValueCell field={field} listed={value} page={page} variations={variations} />
      },
    }
  })
}

/**
 * The fields that the list has to be asked for, in an order that does not depend on that of the columns. Undefined where it
 * takes the content types to tell them, and those are on their way.
 */
export function askedFields(
  chosen: readonly string[],
  types: readonly ContentType[] | undefined,
  chosenTypes: readonly string[],
): readonly string[] | undefined {
  const names = chosen.flatMap((id) => fieldOfColumn(id) ?? [])
  // The server leaves out what no type has.
  if (names.length <= maxListedFields) return names.toSorted()
  if (types === undefined) return undefined
  const here = new Set(fieldsOf(types, chosenTypes).map(({ name }) => name))
  return names
    .filter((name) => here.has(name))
    .slice(0, maxListedFields)
    .toSorted()
}
