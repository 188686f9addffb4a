import { type ListAddress, readListAddress, writeListAddress } from '@pim/content-kit'
import type { ContentType, ContentTypeKind } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'

/** What the address remembers of the list. */
export interface TypeList extends ListAddress {
  readonly kind: ContentTypeKind | undefined
}

export const kinds: readonly ContentTypeKind[] = ['user', 'media']
const sortable = ['name', 'technicalName', 'fields']

export const readTypeList = (address: URLSearchParams): TypeList => ({
  ...readListAddress(address, sortable),
  kind: kinds.find((kind) => kind === address.get('kind')),
})

export function writeTypeList(list: TypeList): URLSearchParams {
  const address = new URLSearchParams()
  if (list.kind) address.set('kind', list.kind)
  writeListAddress(address, list)
  return address
}

/** The types that the list asks for, in its order; without one, by name. */
export function typesOf(types: readonly ContentType[], list: TypeList, language: string): ContentType[] {
  const nameOf = ({ friendlyName, technicalName }: ContentType) => inLanguage(friendlyName, language, technicalName)
  const wanted = list.searchText.trim().toLocaleLowerCase(language)
  const byName = (a: ContentType, b: ContentType) => nameOf(a).localeCompare(nameOf(b), language)
  const order: Record<string, (a: ContentType, b: ContentType) => number> = {
    technicalName: (a, b) => a.technicalName.localeCompare(b.technicalName),
    fields: (a, b) => a.fields.length - b.fields.length,
  }
  const sign = sortable.includes(list.sorting.field) && list.sorting.direction === 'desc' ? -1 : 1
  const compare = order[list.sorting.field] ?? byName
  return types
    .filter(
      (type) =>
        (list.kind === undefined || type.kind === list.kind) &&
        `${nameOf(type)} ${type.technicalName}`.toLocaleLowerCase(language).includes(wanted),
    )
    .sort((a, b) => sign * compare(a, b))
}
