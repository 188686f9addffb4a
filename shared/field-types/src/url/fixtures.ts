import type { FieldTypeFixtures } from '../core/field-type-fixtures.ts'
import { textFilterFixture } from '../core/text-fixtures.ts'

export const url: FieldTypeFixtures = {
  type: 'url',
  settings: { default: {}, short: { maxLength: 20 } },
  badSettings: [{ maxLength: 5_000 }, { schemes: ['ftp'] }],
  valid: [
    { value: ' https://example.com/a?b=c#d ', normalised: 'https://example.com/a?b=c#d' },
    { value: 'https://example.com/a\u200bb', uniqueKey: 'https://example.com/ab' },
    { value: 'HTTP://EXAMPLE.com:80', uniqueKey: 'http://example.com/' },
    { value: 'https://müller.example/straße' },
    { value: '', normalised: null },
  ],
  invalid: [
    { value: 'javascript:alert(1)', code: 'FORBIDDEN_LINK' },
    { value: ' jAvascript:alert(1)', code: 'FORBIDDEN_LINK' },
    { value: 'java\tscript:alert(1)', code: 'NOT_A_URL' },
    { value: 'data:text/html,x', code: 'FORBIDDEN_LINK' },
    { value: 'mailto:a@example.com', code: 'FORBIDDEN_LINK' },
    { value: 'ftp://example.com', code: 'FORBIDDEN_LINK' },
    { value: 'example.com', code: 'NOT_A_URL' },
    { value: 'https://', code: 'NOT_A_URL' },
    { value: 'https://exa mple.com', code: 'NOT_A_URL' },
    { value: 'https:\\\\example.com', code: 'NOT_A_URL' },
    { value: 5, code: 'WRONG_TYPE' },
    { settings: 'short', value: 'https://example.com/long', code: 'TOO_LONG' },
  ],
  filters: [textFilterFixture('https://a.example', 'https://b.example/x', 'https://c.example/y')].map((filter) => ({
    ...filter,
    // What all addresses have in common tells nothing apart.
    cases: filter.cases.map((each) =>
      each.operator === 'startsWith' ? { ...each, value: 'https://a', matches: [2] } : each,
    ),
  })),
  badFilters: [
    { operator: 'equals', value: 5 },
    { operator: 'all', values: ['x'] },
  ],
  settingsChanges: [{ before: {}, after: { maxLength: 20 }, change: 'narrowing' }],
}
