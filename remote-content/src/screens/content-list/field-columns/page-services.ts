import type { usePictureLoader } from '@pim/content-kit'
import type { SearchPage, Variation } from '@pim/contract'
import type { FieldServices } from '@pim/field-types/react'

type PictureLoader = ReturnType<typeof usePictureLoader>

const known = new WeakMap<object, WeakMap<PictureLoader, FieldServices>>()
const nothing = {}

/**
 * Answers what the cells of a page look up (names of items and concepts) from the answer that brought its rows, so that cells ask
 * the server for nothing but pictures. The same object for the same page.
 */
export function servicesOf(
  page: SearchPage | undefined,
  picture: PictureLoader,
  variations: readonly Variation[] | undefined,
): FieldServices {
  const ofPage = known.get(page ?? nothing) ?? new WeakMap<PictureLoader, FieldServices>()
  known.set(page ?? nothing, ofPage)
  const services = ofPage.get(picture) ?? make(page, picture, variations)
  ofPage.set(picture, services)
  return services
}

const make = (
  page: SearchPage | undefined,
  picture: PictureLoader,
  variations: readonly Variation[] | undefined,
): FieldServices => ({
  itemLabel: async (contentItemId) => {
    const item = page?.linked?.[contentItemId]
    if (item === undefined) return undefined
    const { name, nameVariationId = page?.items[0]?.variationId, technicalContentTypeName: typeLabel, binaryId } = item
    const languageTag = variations?.find(({ variationId }) => variationId === nameVariationId)?.languageCode
    return { contentItemId, name, languageTag, typeLabel, binaryId }
  },
  itemAddress: (contentItemId) => `/content-item/${contentItemId}`,
  conceptLabel: async (conceptId) => {
    const name = page?.conceptNames?.[conceptId]
    return name === undefined ? undefined : { conceptId, name }
  },
  thumbnail: async (binaryId, signal) => {
    const load = picture({ binaryId })
    if (!load) throw new Error('no file')
    return await load(signal)
  },
  // A cell is read: nothing is looked for in it.
  searchItems: async () => [],
  searchConcepts: async () => [],
})
