import type { FieldServices } from '@pim/field-types/react'

const nothing = async () => undefined
const none = async () => []

/** The fields of a prototype belong to no item: there is nothing that they could refer to. */
export const standingAlone: FieldServices = {
  searchItems: none,
  itemLabel: nothing,
  searchConcepts: none,
  conceptLabel: nothing,
  thumbnail: async () => new Blob(),
  itemAddress: () => '/prototype',
}
