import { richTextFromHtml, slugFrom } from '@pim/field-types'
import type { DemoProduct, Words } from './catalogue/demo-product.ts'
import { gtin } from './gtin.ts'
import type { Deed, FieldValues, Plan } from './make-item.ts'
import { people } from './people.ts'

/** Ids of what a product points to, by the names that the catalogue calls them. */
export interface Known {
  readonly concept: (name: string) => string | undefined
  readonly product: (sku: string) => string | undefined
  readonly image: string
}

/** How a product comes about: somebody writes, somebody translates, somebody publishes. */
export function productPlan(product: DemoProduct, serial: number, known: Known): Plan {
  const { editor, publisher, admin } = people
  const writer = serial % 3 === 0 ? admin : editor
  const translations = (['sv', 'de', 'nb', 'at'] as const).flatMap((code): Deed[] => {
    const words = product[code]
    if (words === undefined) return []
    return [{ language: languages[code], save: wordsOf(words), by: editor }]
  })
  const shared = sharedValues(product, serial, known)
  const deeds: Deed[] = [
    { language: 'en-US', save: { ...shared, ...wordsOf(product.en) }, by: writer },
    ...translations,
    ...stepsOf(product, publisher),
    ...(product.standing === 'revised' ? [revision(product, editor)] : []),
  ]
  return { technicalContentTypeName: 'product', name: product.en.title, by: writer, deeds }
}

const languages = { en: 'en-US', sv: 'sv-SE', de: 'de-DE', nb: 'nb-NO', at: 'de-AT' } as const

/** Live wherever it has been put into words; Austria shows German words where it has none of its own. */
function stepsOf(product: DemoProduct, by: string): Deed[] {
  const written = (['en', 'sv', 'de', 'nb'] as const).filter((code) => product[code] !== undefined)
  const places = [...written.map((code) => languages[code]), ...(product.de === undefined ? [] : [languages.at])]
  const step = (name: 'publish' | 'unpublish' | 'archive') =>
    places.map((language): Deed => ({ language, step: name, by }))
  if (product.standing === 'new') return []
  if (product.standing === 'archived') return [...step('publish'), ...step('unpublish'), ...step('archive')]
  return product.standing === 'withdrawn' ? [...step('publish'), ...step('unpublish')] : step('publish')
}

const revision = (product: DemoProduct, by: string): Deed => ({
  language: 'en-US',
  by,
  save: { summary: `${product.en.summary} New: now also in a smaller box, without plastic.` },
})

const wordsOf = (words: Partial<Words>): FieldValues => ({
  ...(words.title !== undefined && { title: words.title, slug: slugFrom(words.title) }),
  ...(words.summary !== undefined && { summary: words.summary }),
  ...(words.text !== undefined && { description: richTextFromHtml(words.text) }),
  ...(words.points !== undefined && { highlights: words.points.map((point) => ({ point })) }),
  ...(words.material !== undefined && { material: words.material }),
  ...(words.care !== undefined && { care: richTextFromHtml(words.care) }),
  ...(words.title !== undefined && words.summary !== undefined && { metaDescription: words.summary }),
})

function sharedValues(product: DemoProduct, serial: number, known: Known): FieldValues {
  const [width, height, depth] = product.size ?? []
  const centimetres = (amount: string | undefined) => amount && { amount, unit: 'CENTIMETER' }
  const concepts = [product.category, ...(product.materials ?? [])].flatMap((name) => known.concept(name) ?? [])
  const links = (skus: readonly string[] | undefined) => skus?.flatMap((sku) => known.product(sku) ?? [])
  return present({
    sku: product.sku,
    gtin: gtin(serial),
    brand: product.brand,
    categories: concepts,
    mainImage: known.image,
    color: product.picture.body,
    price: product.price && Object.entries(product.price).map(([currency, amount]) => ({ amount, currency })),
    weight: product.grams && { amount: product.grams, unit: 'GRAM' },
    width: centimetres(width),
    height: centimetres(height),
    depth: centimetres(depth),
    capacity: product.litres && { amount: product.litres, unit: 'LITER' },
    warrantyYears: product.years,
    availability: product.availability,
    specifications:
      product.specifications && Object.entries(product.specifications).map(([name, value]) => ({ name, value })),
    accessories: links(product.accessories),
    alternatives: links(product.alternatives),
  })
}

/** What nobody has said is left alone rather than said to be empty. */
const present = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
