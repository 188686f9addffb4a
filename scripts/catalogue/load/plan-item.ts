import type { Status } from '@pim/contract'
import type { Bundle, BundleItem } from '../bundle.ts'
import type { ItemToLoad, WholeItem } from './load-context.ts'
import { createResolver, type FieldLookup, type Loaded, type Values } from './references.ts'

export interface ItemPlans {
  /** What is written first: everything but links to items. */
  values(item: BundleItem, loaded: Loaded): ItemToLoad
  /** Links wait until all items are there: they may lead to later ones, in a circle even. */
  links(item: BundleItem, loaded: Loaded): ItemToLoad
  hasLinks(item: BundleItem): boolean
  /** Both together, and what is saved after publishing. */
  whole(item: BundleItem, loaded: Loaded): WholeItem
}

/** Turns what the bundle says of an item into what the API is told. */
export function planItems(bundle: Bundle, fieldOf: FieldLookup, defaultLanguage: string): ItemPlans {
  const { resolve, isLink } = createResolver(bundle, fieldOf)

  const plan = (item: BundleItem, loaded: Loaded, isWanted: (field: string) => boolean): ItemToLoad => {
    const { key, name, contentType, author } = item
    const keyField = bundle.keyFields[contentType]
    const own = new Map<string, Values>([[defaultLanguage, item.shared]])
    for (const [language, values] of Object.entries(item.localized))
      own.set(language, { ...own.get(language), ...values })
    const values = [...own].map(([language, given]) => {
      const wanted = Object.entries(given).filter(([field]) => isWanted(field))
      return [language, resolve(item, Object.fromEntries(wanted), loaded)] as const
    })
    return { key, name, contentType, keyField, author, values: new Map(values), status: statusOf(item) }
  }

  return {
    values: (item, loaded) => plan(item, loaded, (field) => !isLink(item.contentType, field)),
    links: (item, loaded) => plan(item, loaded, (field) => isLink(item.contentType, field)),
    hasLinks: ({ shared, localized, contentType }) =>
      [shared, ...Object.values(localized)].some((values) =>
        Object.keys(values).some((field) => isLink(contentType, field)),
      ),
    whole: (item, loaded) => ({
      ...plan(item, loaded, () => true),
      pending: new Map(
        Object.entries(item.pending).map(([language, values]) => [language, resolve(item, values, loaded)]),
      ),
    }),
  }
}

function statusOf({ status = 'published' }: BundleItem): (languageCode: string) => Status {
  return typeof status === 'string' ? () => status : (languageCode) => status[languageCode] ?? 'draft'
}
