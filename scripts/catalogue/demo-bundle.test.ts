import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { behaviourOf } from '@pim/field-types'
import { beforeAll, describe, expect, it } from '@rstest/core'
import { starterTypes } from '../../server/src/modules/content-model/starter-types/index.ts'
import { root } from '../workspace.ts'
import type { Bundle, BundleItem } from './bundle.ts'
import { createResolver, danglingReferences, fieldLookup, type Values } from './load/references.ts'
import { readBundle } from './read-bundle.ts'

const folder = join(root, 'demo')
const fieldOf = fieldLookup(starterTypes)

describe.each(['acme', 'nordic'])('the demo of %s', (tenant) => {
  let bundle: Bundle
  let everything: BundleItem[]
  beforeAll(async () => {
    bundle = await readBundle(join(folder, tenant, 'bundle.json'))
    everything = [...bundle.media, ...bundle.items]
  })
  const valuesOf = ({ shared, localized, pending }: BundleItem): Values[] => [
    shared,
    ...Object.values(localized),
    ...Object.values(pending),
  ]

  it('names every item once', () => {
    expect(bundle.items.length).toBeGreaterThan(0)
    expect(new Set(everything.map(({ key }) => key)).size).toBe(everything.length)
    expect(new Set(everything.map(({ name }) => name)).size).toBe(everything.length)
  })

  it('refers to nothing that it does not have', () => {
    expect(danglingReferences(bundle, fieldOf)).toEqual([])
    const [first, ...rest] = bundle.items
    if (first === undefined) throw new Error('the bundle is empty')
    const broken = { ...first, shared: { ...first.shared, mainImage: 'nowhere.jpg' } }
    expect(danglingReferences({ ...bundle, items: [broken, ...rest] }, fieldOf)).toHaveLength(1)
  })

  it('has values that their fields take as they are', () => {
    const { resolve, isLink } = createResolver(bundle, fieldOf)
    const nothing = { concepts: new Map(), media: new Map(), items: new Map() }
    const isReference = (contentType: string, field: string) =>
      isLink(contentType, field) || ['concepts', 'media'].includes(fieldOf(contentType, field)?.type ?? '')
    const faults = everything.flatMap((item) =>
      valuesOf(item).flatMap((values) =>
        Object.entries(resolve(item, values, nothing)).flatMap(([name, value]) => {
          const field = fieldOf(item.contentType, name)
          if (field === undefined) return [`${item.key}.${name} is no field`]
          if (isReference(item.contentType, name)) return []
          return behaviourOf(field)
            .read(value)
            .issues.map(({ message }) => `${item.key}.${name} ${message}`)
        }),
      ),
    )
    expect(faults).toEqual([])
  })

  it('speaks the languages of the tenant', () => {
    const languages = new Set(bundle.variations.map(({ languageCode }) => languageCode))
    const used = everything.flatMap(({ localized, pending, status = {} }) => [
      ...Object.keys(localized),
      ...Object.keys(pending),
      ...(typeof status === 'string' ? [] : Object.keys(status)),
    ])
    expect(used.filter((language) => !languages.has(language))).toEqual([])
    expect(new Set(used)).toEqual(languages)
  })

  it('has a drawing for each picture, and no drawing more', () => {
    expect(bundle.media.filter(({ path }) => !existsSync(path))).toEqual([])
    const used = bundle.media.map(({ path }) => basename(path))
    expect(used.toSorted()).toEqual(readdirSync(join(folder, tenant, 'media')).toSorted())
  })
})

describe('the demo', () => {
  it('has about sixty products of one tenant, in every state that content can be in', async () => {
    const { items } = await readBundle(join(folder, 'acme', 'bundle.json'))
    const products = items.filter(({ contentType }) => contentType === 'product')
    expect(products.length).toBeGreaterThanOrEqual(55)
    expect(new Set(products.map(({ shared }) => shared.gtin)).size).toBe(products.length)
    const states = new Set(
      products.flatMap(({ status = 'published' }) => (typeof status === 'string' ? [status] : Object.values(status))),
    )
    expect(states).toEqual(new Set(['draft', 'published', 'unpublished', 'archived']))
    expect(products.some(({ pending }) => Object.keys(pending).length > 0)).toBe(true)
  })
})
