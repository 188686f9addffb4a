import type { FilterFixture } from './field-type-fixtures.ts'

/** Every operator of what lies on a line of time. */
export const timeFilterFixture = (early: string, middle: string, late: string): FilterFixture => ({
  values: [middle, late, early, null],
  cases: [
    { operator: 'equals', value: middle, matches: [0] },
    { operator: 'notEquals', value: middle, matches: [1, 2, 3] },
    { operator: 'in', values: [early, late], matches: [1, 2] },
    { operator: 'notIn', values: [early, late], matches: [0, 3] },
    { operator: 'gt', value: middle, matches: [1] },
    { operator: 'gte', value: middle, matches: [0, 1] },
    { operator: 'lt', value: middle, matches: [2] },
    { operator: 'lte', value: middle, matches: [0, 2] },
    { operator: 'between', values: [early, middle], matches: [0, 2] },
    { operator: 'isEmpty', matches: [3] },
    { operator: 'isNotEmpty', matches: [0, 1, 2] },
  ],
})
