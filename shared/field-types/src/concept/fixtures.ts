import { fixtureIds } from '../core/field-type-fixtures.ts'
import { manyReferencesFixtures, oneReferenceFixtures } from '../core/reference-fixtures.ts'

const taxonomies = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'] as const

const described = {
  kind: 'concept',
  ids: fixtureIds.concepts,
  restrictions: [{ taxonomyIds: [taxonomies[0]] }, { taxonomyIds: [...taxonomies] }],
} as const

export const concept = oneReferenceFixtures({ type: 'concept', ...described })
export const concepts = manyReferencesFixtures({ type: 'concepts', ...described })
