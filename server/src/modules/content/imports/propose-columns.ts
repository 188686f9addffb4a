import type {
  ContentType,
  Field,
  ImportColumnReading,
  ImportColumnTarget,
  ProposedImportColumn,
  Variation,
} from '@pim/contract'
import { columnBehindLabel, itemColumns, readColumn, variationTag } from '@pim/contract/export/columns.ts'
import { behaviourOf, factsOf, openParts, proposeReading, unknownCells, withoutSign } from '@pim/field-types'
import { isShared } from '../domain/values.ts'
import { variationByTag } from './import-plan.ts'
import { findCodeColumns, type SampledColumns } from './propose-code-columns.ts'
import { fieldOfMeaning, namesOf, readingFor, simple, type Vocabulary } from './vocabularies/vocabulary.ts'

type Confidence = NonNullable<ProposedImportColumn['confidence']>
interface Candidate {
  readonly target: ImportColumnTarget
  readonly confidence: Confidence
  readonly reading?: ImportColumnReading
  readonly openCells?: string[]
}

const order: readonly Confidence[] = ['certain', 'likely', 'guessed']
const rank = ({ confidence }: Candidate): number => order.indexOf(confidence)

/** Where each column would go: by its name as an export writes it, then by labels, then by what its cells have. */
export function proposeColumns(
  type: ContentType,
  variations: readonly Variation[],
  columns: SampledColumns,
  vocabulary?: Vocabulary,
): ProposedImportColumn[] {
  const byName = findByName(type, variations)
  const tags = new Map(variations.map((each) => [variationTag(each).toLowerCase(), each.variationId]))
  const isExport = columns.has(itemColumns.id)
  const most = Math.max(20, Math.floor(mostCells / columns.size))
  const codeColumnOf = findCodeColumns(columns)
  const found = [...columns].map(([column, all]) => {
    const cells = all.slice(0, most)
    const names = namesOf(column)
    // A price of XML has its currency behind its name.
    const unsigned = names.map((name) => name.replace(/\s*\([^()]*\)$/, ''))
    const ofShop = isExport
      ? undefined
      : vocabulary && firstOf([...names, ...unsigned], (name) => meant(type, variations, name, vocabulary))
    const named = exported(type, tags, column)
    const candidate =
      (named && withReadingOf(named, ofShop)) ?? ofShop ?? firstOf(names, byName) ?? guessed(tags, cells)
    return {
      column,
      candidate: candidate && withReading(type, candidate, { heading: column, cells, isExport }, codeColumnOf),
    }
  })
  // Without a column that says it, what names no variation is of the default one.
  const isByVariation = found.some(({ candidate }) => candidate?.target.kind === 'variation')
  const unsaid = isByVariation ? undefined : variations.find(({ isDefault }) => isDefault)?.variationId
  const isList = (name: string) =>
    type.fields.some((each) => each.technicalName === name && behaviourOf(each).room.isList)
  const placeOf = ({ target, reading }: Candidate, column: string) =>
    JSON.stringify(
      target.kind === 'field' || target.kind === 'channels'
        ? {
            variationId: unsaid,
            ...target,
            code: reading?.codeColumn,
            currency: reading?.currency,
            unit: reading?.unit,
            ...(target.kind === 'field' && isList(target.technicalFieldName) && { column }),
          }
        : target,
    )
  // Of two columns for one place, the one that is more certain has it, or the first.
  const taken = new Map<string, string>()
  for (const { column, candidate } of found.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const place = candidate && placeOf(candidate, column)
    if (place !== undefined && !taken.has(place)) taken.set(place, column)
  }
  return found.map(({ column, candidate }) =>
    candidate !== undefined && taken.get(placeOf(candidate, column)) === column
      ? { column, ...candidate }
      : { column, target: { kind: 'ignored' }, confidence: null },
  )
}

const firstOf = (names: readonly string[], find: (name: string) => Candidate | undefined): Candidate | undefined => {
  for (const name of names) {
    const found = find(name)
    if (found !== undefined) return found
  }
  return undefined
}

const rankOf = ({ candidate }: { readonly candidate: Candidate | undefined }): number =>
  candidate === undefined ? order.length : rank(candidate)

/** Cells of all columns that are looked at: each is read in several ways while others wait. */
const mostCells = 20_000

/** Words that somebody gives a meaning to, one after the other. */
const mostUnknown = 50

function withReading(
  { fields }: ContentType,
  candidate: Candidate,
  shown: Parameters<typeof proposeReading>[1],
  codeColumnOf: ReturnType<typeof findCodeColumns>,
): Candidate {
  const { target } = candidate
  const field =
    target.kind === 'field' && fields.find(({ technicalName }) => technicalName === target.technicalFieldName)
  if (!field || behaviourOf(field).room.readingParts.length === 0) return candidate
  const alone = { ...proposeReading(field, shown), ...candidate.reading }
  const codeColumn = codeColumnOf({ field, reading: alone, ...shown })
  const reading = codeColumn === undefined ? alone : { ...alone, codeColumn }
  const open = [...openParts(field, reading, shown.cells).values()]
  const unknown = unknownCells(field, reading, shown.cells, mostUnknown)
  const openCells = [...new Set([...open, ...unknown])]
  return { ...candidate, reading, ...(openCells.length > 0 && { openCells }) }
}

/** What a shop says of the cells of a column holds also where the field is called as the column. */
const withReadingOf = (candidate: Candidate, { target, reading }: Partial<Candidate> = {}): Candidate =>
  reading !== undefined && JSON.stringify(target) === JSON.stringify(candidate.target)
    ? { ...candidate, reading }
    : candidate

/** What the vocabulary of a shop says of a column, alone or with a language behind it. */
function meant(
  type: ContentType,
  variations: readonly Variation[],
  column: string,
  { columns }: Vocabulary,
): Candidate | undefined {
  const name = simple(column)
  const suffix = columns.has(name)
    ? undefined
    : suffixesOf(variations).find(([each]) => columns.has(without(name, each)))
  const found = columns.get(suffix === undefined ? name : without(name, suffix[0]))
  if (found === undefined) return undefined
  if (found.means === 'name') {
    const title = type.fields.find(({ technicalName }) => technicalName === type.titleField)
    const target = title === undefined ? ({ kind: 'name' } as const) : targetOf(title, suffix?.[1])
    return { target, confidence: 'likely' }
  }
  const field = fieldOfMeaning(type, found.means)
  if (field === undefined) return undefined
  return { target: targetOf(field, suffix?.[1]), confidence: 'likely', reading: readingFor(field, found.reading) }
}

/** A name without what stands behind it; the name itself where that does not. */
const without = (name: string, suffix: string): string =>
  name.endsWith(simple(suffix)) ? name.slice(0, -simple(suffix).length) : name

function exported(type: ContentType, tags: ReadonlyMap<string, string>, column: string): Candidate | undefined {
  const { name, linkedBy, tag } = readColumn(columnBehindLabel(column))
  const variationId = tag === undefined ? undefined : tags.get(tag.toLowerCase())
  if (tag !== undefined && variationId === undefined) return undefined
  const more = variationId === undefined ? {} : { variationId }
  const certain = (target: ImportColumnTarget): Candidate => ({ target, confidence: 'certain' })
  const field = type.fields.find(({ technicalName }) => technicalName === name)
  if (linkedBy !== undefined)
    return field !== undefined && factsOf(field.type).refersTo === 'item'
      ? certain({ ...targetOf(field, variationId), linkedBy })
      : undefined
  if (name === itemColumns.id) return certain({ kind: 'id' })
  if (name === itemColumns.name) return certain({ kind: 'name' })
  if (name === itemColumns.variation) return certain({ kind: 'variation' })
  if (name === itemColumns.channels) return certain({ kind: 'channels', ...more })
  return field && certain(targetOf(field, variationId))
}

const targetOf = (field: Field, variationId: string | undefined): Extract<ImportColumnTarget, { kind: 'field' }> => ({
  kind: 'field',
  technicalFieldName: field.technicalName,
  ...(variationId !== undefined && !isShared(field) && { variationId }),
})

/**
 * Finds a place by a simple name: a field by its technical name or a label, alone or with a language behind it. What two fields are called,
 * none is.
 */
function findByName(
  { fields }: ContentType,
  variations: readonly Variation[],
): (column: string) => Candidate | undefined {
  const technical = new Map(fields.map((field) => [simple(field.technicalName), field]))
  const labels = new Map<string, Field | 'ambiguous'>()
  for (const field of fields)
    for (const label of Object.values(field.friendlyName).map(simple)) {
      const there = labels.get(label)
      labels.set(label, there === undefined || there === field ? field : 'ambiguous')
    }
  const named = (name: string) => technical.get(name) ?? labels.get(name)
  const suffixes = suffixesOf(variations).map(([suffix, variationId]) => [simple(suffix), variationId] as const)
  const likely = (target: ImportColumnTarget): Candidate => ({ target, confidence: 'likely' })
  return (column) => {
    const name = simple(column)
    // A name without a language first: "Modell DE" may be a field of its own.
    const field = named(name)
    if (field !== undefined) return field === 'ambiguous' ? undefined : likely(targetOf(field, undefined))
    const targets = new Map<string, ImportColumnTarget>()
    for (const [suffix, variationId] of suffixes) {
      if (!name.endsWith(suffix)) continue
      const before = named(name.slice(0, -suffix.length))
      if (before === undefined || (before !== 'ambiguous' && isShared(before))) continue
      if (before === 'ambiguous') return undefined
      const target = targetOf(before, variationId)
      targets.set(JSON.stringify(target), target)
    }
    const [only] = targets.values()
    if (only !== undefined) return targets.size === 1 ? likely(only) : undefined
    if (name === 'name') return likely({ kind: 'name' })
    // "Image 2": one of several columns of a list.
    const list = /\d$/.test(name) ? named(name.replace(/\d+$/, '')) : undefined
    if (list !== undefined && list !== 'ambiguous' && behaviourOf(list).room.isList)
      return likely(targetOf(list, undefined))
    // "Weight (kg)", "price-EUR": a field whose unit or currency stands behind its name.
    const before = named(simple(withoutSign(column)))
    if (before === undefined || before === 'ambiguous') return undefined
    return Object.keys(behaviourOf(before).readingOfHeading(column)).length > 0
      ? likely(targetOf(before, undefined))
      : undefined
  }
}

/** What a variation is called behind the name of a field: its tag, its language in English and in itself. */
function suffixesOf(variations: readonly Variation[]): [suffix: string, variationId: string][] {
  const all: [string, string][] = []
  const languages = new Set<string>()
  for (const variation of variations) {
    const { languageCode, variationId } = variation
    all.push([variationTag(variation), variationId], [languageCode, variationId])
    const [language = ''] = languageCode.split('-')
    // Of several variations of a language, the first is what is meant where the country is left out.
    if (languages.has(language)) continue
    languages.add(language)
    all.push([language, variationId])
    for (const inLanguage of ['en', language]) {
      const name = new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language)
      if (name !== undefined) all.push([name, variationId])
    }
  }
  return all
}

/** A column that has nothing but languages of the tenant says which variation a row is of. */
function guessed(tags: ReadonlyMap<string, string>, cells: readonly string[]): Candidate | undefined {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => variationByTag(tags, cell) !== undefined)
    ? { target: { kind: 'variation' }, confidence: 'guessed' }
    : undefined
}

/**
 * A unique field whose column has something in every row; null where ids say which item a row is of. Rows that go on with the item of the row before
 * need nothing there: they have the same cell in the column `joinBy`.
 */
export function proposeKeyField(
  { fields }: ContentType,
  proposal: readonly ProposedImportColumn[],
  columns: SampledColumns,
  joinBy?: string,
): string | null {
  const joined = (joinBy === undefined ? undefined : columns.get(joinBy)) ?? []
  const goesOn = (at: number) => at > 0 && joined[at]?.trim() !== '' && joined[at] === joined[at - 1]
  if (proposal.some(({ target }) => target.kind === 'id')) return null
  const isKey = new Set(
    fields.filter(({ unique }) => unique === 'tenant' || unique === 'contentType').map((field) => field.technicalName),
  )
  const found = proposal.find(({ column, target }) => {
    const cells = columns.get(column) ?? []
    return (
      target.kind === 'field' &&
      isKey.has(target.technicalFieldName) &&
      cells.length > 0 &&
      cells.every((cell, at) => cell.trim() !== '' || (joined.length === cells.length && goesOn(at)))
    )
  })
  return found?.target.kind === 'field' ? found.target.technicalFieldName : null
}
