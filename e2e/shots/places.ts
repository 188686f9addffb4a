import { ApiError } from '@pim/api-client'
import { apiAs } from '../fixtures/api.ts'
import { type KeptWork, keepWork } from '../fixtures/kept-work.ts'
import { longNames } from './long-names.ts'

type Api = Awaited<ReturnType<typeof apiAs>>

/** Where the states are that pictures are taken of. */
export interface Places extends KeptWork {
  /** A product with everything filled in. */
  full: string
  /** A product in German, where most is inherited from English. */
  inherited: string
  /** One in Austria: a chain of two. */
  inheritedTwice: string
  archived: string
  draftOverLive: string
  unpublished: string
  deleted: string
  /** A product with nothing but a name. */
  bare: string
  article: string
  long: string
  taxonomy: string
  concept: string
}

const place = (contentItemId: string, variationId?: string) =>
  `/content-item/${contentItemId}${variationId ? `?variation=${variationId}` : ''}`

/** The demo's own, a tenant with nothing in it, and one whose names are as long as names get. */
export async function preparePlaces(origin: string): Promise<Places> {
  const api = await apiAs(origin, 'admin')
  await makeTenant(api, origin, 'shots-empty', 'Empty', async () => undefined)
  await makeTenant(api, origin, 'shots-long', 'Donaudampfschifffahrtsgesellschaft & Töchter', fillWithLongNames)

  await api.tenants.changeTenant({
    body: { importHosts: ['files.supplier.example', 'feed.katalog-lieferant.example'] },
  })

  const variations = await api.tenants.getVariations()
  const variationOf = (code: string) => variations.find((each) => each.languageCode === code)?.variationId
  const find = async (filtering: object) => {
    const { items } = await api.search.searchUserContent({ body: { filtering } })
    const [row] = items
    if (!row) throw new Error(`The demo has nothing for ${JSON.stringify(filtering)}.`)
    return row.contentItemId
  }
  const product = await find({ searchText: 'Skymning' })
  const taxonomy = (await api.taxonomies.getTaxonomies()).find(({ friendlyName }) => friendlyName === 'Assortment')
  const taxonomyId = taxonomy?.taxonomyId ?? ''
  const { concepts } = await api.taxonomies.getTaxonomy({ params: { taxonomyId } })
  const concept = concepts.find(({ parentConceptId }) => parentConceptId !== null)

  const ofLong = await apiAs(origin, 'admin', 'shots-long')
  const { items: longOnes } = await ofLong.search.searchUserContent({ body: { filtering: {} } })
  return {
    full: place(product, variationOf('en-US')),
    inherited: place(product, variationOf('de-DE')),
    inheritedTwice: place(product, variationOf('de-AT')),
    archived: place(await find({ statuses: ['archived'] }), variationOf('en-US')),
    draftOverLive: place(await find({ searchText: 'bread' }), variationOf('en-US')),
    unpublished: place(await find({ statuses: ['unpublished'] }), variationOf('en-US')),
    deleted: place(await deletedItem(api), variationOf('en-US')),
    bare: place(await createdOnce(api, 'A kettle that is just begun'), variationOf('en-US')),
    article: place(await find({ contentTypeTechnicalNames: ['article'] }), variationOf('en-US')),
    long: place(longOnes[0]?.contentItemId ?? ''),
    taxonomy: `/taxonomies?taxonomy=${taxonomyId}`,
    concept: `/taxonomies?taxonomy=${taxonomyId}&concept=${concept?.conceptId}`,
    ...(await keepWork(api)),
  }
}

async function createdOnce(api: Api, name: string): Promise<string> {
  const { items } = await api.search.searchUserContent({ body: { filtering: { searchText: name } } })
  if (items[0]) return items[0].contentItemId
  return (await api.contentItem.createItem({ query: { name, technicalContentTypeName: 'product' } })).contentItemId
}

async function deletedItem(api: Api): Promise<string> {
  const { contentItemId } = await api.contentItem.createItem({
    query: { name: 'A lantern that is no more', technicalContentTypeName: 'product' },
  })
  await api.contentItem.deleteItem({ params: { contentItemId }, query: {} })
  return contentItemId
}

/** On a server that had its pictures taken before, the tenant is there already. */
async function makeTenant(
  { tenants }: Api,
  origin: string,
  externalId: string,
  friendlyName: string,
  fill: (api: Api) => Promise<void>,
): Promise<void> {
  try {
    await tenants.createTenant({
      body: {
        externalId,
        friendlyName,
        featureToggles: { taxonomyEnabled: true },
        defaultVariation: { languageCode: 'de-DE', friendlyName: 'Deutsch (Deutschland)' },
      },
    })
  } catch (error) {
    if (error instanceof ApiError && error.problem?.code === 'NAME_CONFLICT') return
    throw error
  }
  const api = await apiAs(origin, 'admin', externalId)
  await api.contentModel.seedContentTypes({})
  await fill(api)
}

async function fillWithLongNames(api: Api): Promise<void> {
  for (const name of longNames) {
    const { contentItemId } = await api.contentItem.createItem({ query: { name, technicalContentTypeName: 'product' } })
    const [variation] = await api.contentItem.getItemVariations({ params: { contentItemId }, query: {} })
    if (!variation) continue
    await api.contentVariation.updateVariation({
      body: {
        contentVariationId: variation.contentVariationId,
        fields: [{ technicalFieldName: 'title', value: name }],
      },
    })
  }
  const taxonomy = await api.taxonomies.createTaxonomy({
    query: { friendlyName: longNames[0] ?? '', description: longNames.join(' ') },
  })
  let parentConceptId: string | undefined
  for (const friendlyName of longNames) {
    const concept = await api.taxonomies.createConcept({
      params: { taxonomyId: taxonomy.taxonomyId },
      query: { friendlyName, ...(parentConceptId ? { parentConceptId } : {}) },
    })
    parentConceptId = concept.conceptId
  }
}
