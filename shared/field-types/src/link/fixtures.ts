import { fixtureIds } from '../core/field-type-fixtures.ts'
import { manyReferencesFixtures, oneReferenceFixtures } from '../core/reference-fixtures.ts'

const described = {
  kind: 'item',
  ids: fixtureIds.items,
  restrictions: [{ contentTypeTechnicalNames: ['product'] }, { contentTypeTechnicalNames: ['product', 'article'] }],
} as const

export const link = oneReferenceFixtures({ type: 'link', ...described })
export const links = manyReferencesFixtures({ type: 'links', ...described })
