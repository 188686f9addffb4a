import { useMemo } from 'react'
import {
  type FieldServices,
  type ItemLabel,
  type ItemQuery,
  type MediaRestrictions,
  useFieldServices,
} from './field-services.tsx'
import type { Choice, ReferenceSource } from './reference-source.ts'

export const choiceOf = (item: ItemLabel): Choice => ({
  id: item.contentItemId,
  name: item.name,
  languageTag: item.languageTag,
  detail: item.typeLabel,
  binaryId: item.binaryId,
  isDeleted: item.isDeleted,
  shownFor: item.shownFor,
  nameMarks: item.nameMarks,
  foundBy: item.foundBy,
})

const sourceOf = (services: FieldServices, query: Omit<ItemQuery, 'text'>): ReferenceSource => ({
  search: async (text, signal) => (await services.searchItems({ ...query, text }, signal)).map(choiceOf),
  label: async (id, signal) => {
    const item = await services.itemLabel(id, signal)
    return item && choiceOf(item)
  },
  address: (id) => services.itemAddress(id),
  picture: (binaryId, signal) => services.thumbnail(binaryId, signal),
})

/** Content items, or media items, that a field may refer to. */
export function useItemSource(kind: ItemQuery['kind'], restrictions: MediaRestrictions): ReferenceSource {
  const services = useFieldServices()
  const { contentTypeTechnicalNames, mimeTypes } = restrictions
  return useMemo(
    () => sourceOf(services, { kind, contentTypeTechnicalNames, mimeTypes }),
    [services, kind, contentTypeTechnicalNames, mimeTypes],
  )
}

export const idsIn = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((id) => typeof id === 'string' && id !== '')
}
