import { fixtureIds } from '../core/field-type-fixtures.ts'
import { manyReferencesFixtures, oneReferenceFixtures } from '../core/reference-fixtures.ts'

const described = {
  kind: 'item',
  always: { contentTypeKind: 'media' },
  ids: fixtureIds.medias,
  restrictions: [{ mimeTypes: ['image/png'] }, { mimeTypes: ['image/png', 'image/jpeg'] }],
} as const

export const media = oneReferenceFixtures({ type: 'media', ...described })
export const medias = manyReferencesFixtures({ type: 'medias', ...described })
