import type { FilterFixture } from './field-type-fixtures.ts'

/** Every operator of a short text, on three values in ascending order and an empty one. */
export const textFilterFixture = (low: string, middle: string, high: string): FilterFixture => ({
  values: [middle, high, low, null],
  cases: [
    { operator: 'equals', value: middle.toUpperCase(), matches: [0] },
    { operator: 'notEquals', value: middle, matches: [1, 2, 3] },
    { operator: 'contains', value: high.slice(1), matches: [1] },
    { operator: 'startsWith', value: low.slice(0, -1), matches: [2] },
    { operator: 'in', values: [low, high], matches: [1, 2] },
    { operator: 'notIn', values: [low, high], matches: [0, 3] },
    { operator: 'gt', value: middle, matches: [1] },
    { operator: 'gte', value: middle, matches: [0, 1] },
    { operator: 'lt', value: middle, matches: [2] },
    { operator: 'lte', value: middle, matches: [0, 2] },
    { operator: 'between', values: [low, middle], matches: [0, 2] },
    { operator: 'isEmpty', matches: [3] },
    { operator: 'isNotEmpty', matches: [0, 1, 2] },
  ],
})
