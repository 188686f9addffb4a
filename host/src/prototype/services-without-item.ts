import type { FieldServices } from '@pim/field-types/react'

const noResult = async () => undefined
const noResults = async () => []

/** Services for fields without an item: searches find nothing. */
export const servicesWithoutItem: FieldServices = {
  searchItems: noResults,
  itemLabel: noResult,
  searchConcepts: noResults,
  conceptLabel: noResult,
  thumbnail: async () => new Blob(),
  itemAddress: () => '/prototype',
}
