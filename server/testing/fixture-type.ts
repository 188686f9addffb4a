import type { ContentType, Field } from '@pim/contract'

/** A content type with one field of a fixture. */
export const typeOfFixture = (type: Field['type'], settings: object | undefined): ContentType => ({
  technicalName: 'fixture',
  friendlyName: {},
  kind: type === 'binary' ? 'media' : 'user',
  fields: [{ technicalName: 'field', friendlyName: {}, type, settings: { ...settings } }],
})
