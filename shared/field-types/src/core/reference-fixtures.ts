import type { FieldType } from '@pim/contract'
import type { FieldTypeFixtures } from './field-type-fixtures.ts'
import type { Reference, ReferenceAllowance } from './field-type-model.ts'

interface Described<Kind extends Reference['kind']> {
  readonly type: FieldType
  readonly kind: Kind
  readonly ids: readonly [string, string, string]
  /** A restriction and a wider one. */
  readonly restrictions: readonly [object, object]
  readonly always?: ReferenceAllowance
}

const badRestrictions = (restriction: object): unknown[] =>
  Object.keys(restriction).flatMap((key) => [{ [key]: [] }, { [key]: 'x' }, { [key]: [5] }])

export const oneReferenceFixtures = <Kind extends Reference['kind']>(described: Described<Kind>): FieldTypeFixtures => {
  const { type, kind, ids, restrictions, always } = described
  const allows = always === undefined ? {} : { allows: always }
  const narrowed = { allows: { ...always, ...restrictions[0] } }
  const [first, second, third] = ids
  return {
    type,
    settings: { default: {}, narrowed: restrictions[0] },
    badSettings: [{ max: 1 }, { other: 1 }, ...badRestrictions(restrictions[0])],
    valid: [
      {
        value: first,
        indexKeys: { refs: [{ kind, id: first }] },
        references: [{ kind, id: first, path: '', ...allows }],
      },
      { settings: 'narrowed', value: third, references: [{ kind, id: third, path: '', ...narrowed }] },
      { value: ` ${second.toUpperCase()} `, normalised: second },
      { value: '', normalised: null },
    ],
    invalid: [
      { value: 'x', code: 'NOT_AN_ID' },
      { value: 5, code: 'WRONG_TYPE' },
      { value: [first], code: 'WRONG_TYPE' },
    ],
    filters: [
      {
        values: [first, second, third, null],
        cases: [
          { operator: 'equals', value: second, matches: [1] },
          { operator: 'notEquals', value: second, matches: [0, 2, 3] },
          { operator: 'in', values: [first, third.toUpperCase()], matches: [0, 2] },
          { operator: 'notIn', values: [first, third], matches: [1, 3] },
          { operator: 'isEmpty', matches: [3] },
          { operator: 'isNotEmpty', matches: [0, 1, 2] },
        ],
      },
    ],
    badFilters: [
      { operator: 'equals', value: 'x' },
      { operator: 'contains', value: first },
    ],
    settingsChanges: [
      { before: {}, after: {}, change: 'same' },
      { before: {}, after: restrictions[0], change: 'narrowing' },
      { before: restrictions[0], after: restrictions[1], change: 'widening' },
      { before: restrictions[1], after: restrictions[0], change: 'narrowing' },
      { before: restrictions[1], after: {}, change: 'widening' },
    ],
  }
}

export const manyReferencesFixtures = <Kind extends Reference['kind']>(
  described: Described<Kind>,
): FieldTypeFixtures => {
  const { type, kind, ids, restrictions, always } = described
  const allows = always === undefined ? {} : { allows: always }
  const narrowed = { allows: { ...always, ...restrictions[0] } }
  const [first, second, third] = ids
  const refs = ids.map((id) => ({ kind, id }))
  return {
    type,
    settings: { default: {}, two: { min: 2, max: 2 }, narrowed: restrictions[0] },
    badSettings: [{ min: 3, max: 2 }, { max: 0 }, { max: 10_000 }, ...badRestrictions(restrictions[0])],
    valid: [
      {
        value: [...ids],
        indexKeys: { refs },
        references: refs.map((ref, index) => ({ ...ref, path: `[${index}]`, ...allows })),
      },
      { value: [second, first, second.toUpperCase()], normalised: [second, first], text: `${second}, ${first}` },
      { value: [], normalised: null },
      { settings: 'two', value: [first, third] },
      { settings: 'narrowed', value: [second], references: [{ kind, id: second, path: '[0]', ...narrowed }] },
    ],
    invalid: [
      { value: first, code: 'WRONG_TYPE' },
      { value: ['x'], code: 'NOT_AN_ID', path: '[0]' },
      { value: [first, 5], code: 'WRONG_TYPE', path: '[1]' },
      { settings: 'two', value: [first], code: 'TOO_FEW' },
      { settings: 'two', value: [...ids], code: 'TOO_MANY' },
    ],
    filters: [
      {
        values: [[first, second], [second, third], [third], null],
        cases: [
          { operator: 'any', values: [first, third], matches: [0, 1, 2] },
          { operator: 'all', values: [second, third], matches: [1] },
          { operator: 'notIn', values: [first], matches: [1, 2, 3] },
          { operator: 'isEmpty', matches: [3] },
          { operator: 'isNotEmpty', matches: [0, 1, 2] },
        ],
      },
    ],
    badFilters: [
      { operator: 'any', values: ['x'] },
      { operator: 'gt', value: first },
    ],
    settingsChanges: [
      { before: {}, after: { min: 1 }, change: 'narrowing' },
      { before: { max: 3 }, after: { max: 4 }, change: 'widening' },
      { before: restrictions[0], after: { ...restrictions[1], max: 1 }, change: 'narrowing' },
    ],
  }
}
