import type { Field, FieldType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import type { FieldTypeFixtures } from './core/field-type-fixtures.ts'
import type { Comparison, IndexKeys } from './core/field-type-model.ts'
import { isShapeIssue } from './core/issue.ts'
import { inOneGo } from './core/steps.ts'
import { behaviourOf, checkField, type FieldBehaviour, settingsChange } from './field-behaviour.ts'
import { fixtures } from './fixtures.gen.ts'
import { fieldTypeModels } from './registry.gen.ts'

const fieldOf = (room: FieldTypeFixtures, settings: unknown): Field => ({
  technicalName: 'it',
  friendlyName: { 'en-US': 'It' },
  type: room.type,
  settings: settings as Record<string, unknown>,
})

const named = (room: FieldTypeFixtures, name = 'default'): FieldBehaviour =>
  behaviourOf(fieldOf(room, room.settings[name]))

const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80)

/** Huge values have their own cases; a thousand of them would only take time. */
const isHandy = (value: unknown): boolean => (JSON.stringify(value) ?? '').length < 5_000

const compareNumbers = (a: string, b: string): number => {
  const scale = Math.max(...[a, b].map((each) => each.split('.')[1]?.length ?? 0))
  const scaled = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  }
  const difference = scaled(a) - scaled(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
const comparePoints = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What the database does with a comparison, in so many words. */
const isFound = (keys: IndexKeys, comparison: Comparison): boolean => {
  const columns = {
    text: (keys.text ?? []).map((value) => ({ value, qualifier: undefined })),
    number: (keys.number ?? []).map(({ number, qualifier }) => ({ value: number, qualifier })),
    ref: (keys.refs ?? []).map(({ id }) => ({ value: id, qualifier: undefined })),
  }
  const compare = comparison.column === 'number' ? compareNumbers : comparePoints
  const [from = '', to = ''] = comparison.values
  const tests: Record<Comparison['operator'], (value: string) => boolean> = {
    exists: () => true,
    eq: (value) => compare(value, from) === 0,
    in: (value) => comparison.values.some((each) => compare(value, each) === 0),
    all: () => false,
    contains: (value) => value.includes(from),
    startsWith: (value) => value.startsWith(from),
    gt: (value) => compare(value, from) > 0,
    gte: (value) => compare(value, from) >= 0,
    lt: (value) => compare(value, from) < 0,
    lte: (value) => compare(value, from) <= 0,
    between: (value) => compare(value, from) >= 0 && compare(value, to) <= 0,
  }
  const rows = comparison.operator === 'exists' ? Object.values(columns).flat() : columns[comparison.column]
  const fitting = rows.filter((row) => comparison.operator === 'exists' || row.qualifier === comparison.qualifier)
  const holds =
    comparison.operator === 'all'
      ? comparison.values.every((each) => fitting.some((row) => row.value === each))
      : fitting.some((row) => tests[comparison.operator](row.value))
  return holds !== comparison.negated
}

const countKeys = ({ text = [], number = [], refs = [] }: IndexKeys): number =>
  text.length + number.length + refs.length

describe('the registry', () => {
  it('files every room under its own type', () => {
    for (const [type, room] of Object.entries(fieldTypeModels)) expect<FieldType>(room.type).toBe(type as FieldType)
    for (const [type, room] of Object.entries(fixtures)) expect<FieldType>(room.type).toBe(type as FieldType)
  })
})

const rooms: FieldTypeFixtures[] = Object.values(fixtures)

describe.each(rooms.map((room) => [room.type, room] as const))('the room %s', (type, room) => {
  it('has fixtures that are plain JSON', () => {
    expect(JSON.parse(JSON.stringify(room))).toEqual(room)
  })

  it.each(Object.entries(room.settings))('takes the settings %s', (_name, settings) => {
    expect(checkField(fieldOf(room, settings))).toEqual([])
  })

  it('needs no settings', () => {
    expect(checkField({ ...fieldOf(room, {}), settings: undefined })).toEqual([])
  })

  it.each(room.badSettings.map((settings) => [short(settings), settings]))('refuses the settings %s', (_, settings) => {
    expect(checkField(fieldOf(room, settings))).not.toEqual([])
  })

  it.each(room.valid.map((each) => [short(each.value), each] as const))('takes %s', (_, valid) => {
    const field = named(room, valid.settings)
    const { value, issues } = field.read(valid.value)
    expect(issues).toEqual([])
    expect(value).toEqual('normalised' in valid ? valid.normalised : valid.value)
    expect(field.isEmpty(value)).toBe(value === null)
    if (valid.indexKeys !== undefined) expect(field.indexKeys(value)).toEqual(valid.indexKeys)
    if (valid.plainText !== undefined) expect(field.plainText(value, 'en-US')).toBe(valid.plainText)
    if (valid.searchText !== undefined) expect(field.searchText(value)).toBe(valid.searchText)
    if (valid.uniqueKey !== undefined) expect(field.uniqueKey(value)).toBe(valid.uniqueKey)
    if ('delivered' in valid) expect(field.deliver(value)).toEqual(valid.delivered)
    if (valid.references !== undefined) expect(field.references(value)).toEqual(valid.references)
    if (valid.text !== undefined) expect(field.toText(value)).toBe(valid.text)
  })

  it.each(room.valid.map((each) => [short(each.value), each] as const))(
    'keeps %s the same when it is read again, and through a file',
    (_, valid) => {
      const field = named(room, valid.settings)
      const { value } = field.read(valid.value)
      expect(field.read(value)).toEqual({ value, issues: [] })
      // A number may come back as text with the same digits; it is still the same number.
      const again = field.readText(field.toText(value))
      expect(again.issues).toEqual([])
      expect(field.toText(again.value)).toBe(field.toText(value))
      expect(field.indexKeys(again.value)).toEqual(field.indexKeys(value))
    },
  )

  it.each(room.valid.map((each) => [short(each.value), each] as const))('finds %s by its keys', (_, valid) => {
    const field = named(room, valid.settings)
    const { value } = field.read(valid.value)
    const keys = field.indexKeys(value)
    expect(countKeys(keys) > 0).toBe(value !== null)
    for (const key of keys.text ?? []) expect(key.length).toBeLessThanOrEqual(200)
    for (const { number } of keys.number ?? []) expect(number).toMatch(/^-?\d+(\.\d+)?$/)
    const sort = field.sortKey(value)
    if (sort !== null) expect(countKeys({ [sort.column]: keys[sort.column] })).toBeGreaterThan(0)
    for (const reference of field.references(value)) expect(reference.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each(room.invalid.map((each) => [`${short(each.value)}: ${each.code}`, each] as const))('refuses %s', (_, bad) => {
    const field = named(room, bad.settings)
    const { value, issues } = field.read(bad.value)
    const found = issues.map(({ code, path }) => ({ code, path }))
    expect(found).toContainEqual({ code: bad.code, path: bad.path ?? expect.any(String) })
    for (const issue of issues) expect(issue.message).not.toBe('')
    // What only breaks a rule may stand in a working copy, so everything else has to work with it.
    if (!issues.some(isShapeIssue)) {
      expect(countKeys(field.indexKeys(value))).toBeGreaterThan(0)
      expect(field.plainText(value)).toEqual(expect.any(String))
      expect(field.searchText(value)).toEqual(expect.any(String))
      expect(field.references(value)).toEqual(expect.any(Array))
      expect(() => [
        field.deliver(value),
        field.uniqueKey(value),
        field.sortKey(value),
        field.toText(value),
      ]).not.toThrow()
    }
  })

  const cases = room.filters.flatMap(({ settings, values, cases }) =>
    cases.map((each) => [short(each), { ...each, settings, items: values }] as const),
  )
  it.each(cases)('filters by %s', (_, { settings, items, matches, ...filter }) => {
    const field = named(room, settings)
    const reading = inOneGo(field.filterInSteps(filter))
    if (!('comparison' in reading)) throw new Error(JSON.stringify(reading.issues))
    const keys = items.map((item) => {
      const { value, issues } = field.read(item)
      expect(issues).toEqual([])
      return field.indexKeys(value)
    })
    const found = keys.flatMap((each, index) => (isFound(each, reading.comparison) ? [index] : []))
    expect(found).toEqual(matches)
  })

  it('has a case for every operator it offers', () => {
    const tried = new Set(room.filters.flatMap((filter) => filter.cases.map((each) => each.operator)))
    expect([...tried].toSorted()).toEqual([...named(room).operators].toSorted())
  })

  it.each(room.badFilters.map((filter) => [short(filter), filter] as const))('refuses the filter %s', (_, filter) => {
    expect(inOneGo(named(room).filterInSteps(filter))).toEqual({ issues: expect.arrayContaining([expect.anything()]) })
  })

  it.each(room.settingsChanges.map((each) => [`${short(each.before)} to ${short(each.after)}`, each] as const))(
    'knows what a change from %s does',
    (_, { before, after, change }) => {
      expect(settingsChange(fieldOf(room, before), fieldOf(room, after))).toBe(change)
    },
  )

  it('orders all of its values or none of them', () => {
    const ordered = room.valid.flatMap(({ value, settings }) => {
      const field = named(room, settings)
      const read = field.read(value).value
      return read === null ? [] : [field.sortKey(read) !== null]
    })
    expect(new Set(ordered).size).toBe(1)
  })

  it('finds parts of its values only where they are ordered by what they are found by', () => {
    for (const { value, settings } of room.valid) {
      const field = named(room, settings)
      const read = field.read(value).value
      if (read === null || 'issues' in inOneGo(field.filterInSteps({ operator: 'contains', value: 'a' }))) continue
      const sort = field.sortKey(read)
      expect(field.indexKeys(read)).toEqual({ text: [sort?.value] })
      expect(sort?.column).toBe('text')
    }
  })

  it('takes anything at all without falling over, and normalises once and for all', () => {
    const field = named(room)
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(...[...room.valid, ...room.invalid].map((each) => each.value).filter(isHandy)),
    )
    fc.assert(
      fc.property(values, (given) => {
        const first = field.read(given)
        const second = field.read(first.value)
        expect(second.value).toEqual(first.value)
        expect(second.issues.map((issue) => issue.code)).toEqual(first.issues.map((issue) => issue.code))
        if (first.issues.some(isShapeIssue)) return
        field.indexKeys(first.value)
        field.deliver(first.value)
        field.searchText(first.value)
        field.plainText(first.value)
      }),
      { numRuns: 300 },
    )
  })

  it('reads any text of a file without falling over', () => {
    const field = named(room)
    fc.assert(
      fc.property(fc.string(), (text) => {
        field.readText(text)
        inOneGo(field.filterByTextsInSteps([text, text]))
      }),
    )
  })

  it(`is said by name in the language file`, async () => {
    const strings: Record<string, string> = (await import('../locales/en-US.json')).default
    expect(strings[`fieldTypes.${type}.name`]).toEqual(expect.any(String))
    expect(strings[`fieldTypes.${type}.description`]).toEqual(expect.any(String))
  })
})
