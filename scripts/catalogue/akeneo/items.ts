import { factsOf } from '@pim/field-types'
import type { BundleTaxonomy, Note, WrittenItem, WrittenMedia } from '../bundle.ts'
import { isMarkedUp } from '../load/references.ts'
import type { AttributeField } from './attribute-fields.ts'
import {
  associationField,
  associationGroupsField,
  categoryField,
  familyOf,
  photoFile,
  photoType,
} from './content-types.ts'
import { languageOf, type Source, type SourceProduct } from './source.ts'

export function readMedia(source: Source, notes: Note[]): WrittenMedia[] {
  return [...source.files].flatMap(([reference, file]): WrittenMedia[] => {
    if (file === null) {
      notes.push({
        code: 'FILE_MISSING',
        subject: reference,
        message: 'the catalogue names this file and does not hold it',
      })
      return []
    }
    const name = reference.split('/').at(-1) ?? reference
    return [
      { key: reference, name, contentType: photoType, binaryField: photoFile, path: file.path, sha256: file.sha256 },
    ]
  })
}

export function readItems(
  source: Source,
  fields: ReadonlyMap<string, readonly AttributeField[]>,
  taxonomies: readonly BundleTaxonomy[],
  notes: Note[],
): WrittenItem[] {
  const names = new Map<string, number>()
  const treeOf = new Map(
    taxonomies.flatMap(({ key, concepts }) => concepts.map((concept) => [concept.key, key] as const)),
  )
  const known = new Set(source.products.map(({ identifier }) => identifier))
  const items = source.products.map((product): WrittenItem => {
    const note = (code: string, message: string) => notes.push({ code, subject: product.identifier, message })
    const { shared, localized } = readValues(source, product, fields, note)
    if (product.family === null) note('WITHOUT_FAMILY', 'is kept in the content type of products without a family')
    const name = typeof shared.name === 'string' && shared.name.trim() !== '' ? shared.name.trim() : undefined
    if (name === undefined) note('WITHOUT_NAME', 'is called by its identifier')
    else names.set(name, (names.get(name) ?? 0) + 1)
    return {
      key: product.identifier,
      name: (name ?? product.identifier).slice(0, 500),
      contentType: familyOf(product),
      source: product.place,
      shared: { ...shared, ...readPlacement(product, treeOf, known, note) },
      localized,
    }
  })
  for (const [name, count] of names) {
    if (count > 1) notes.push({ code: 'NAME_USED_AGAIN', subject: name, message: `${count} products have this name` })
  }
  return items
}

type Values = Record<string, unknown>

function readValues(
  source: Source,
  product: SourceProduct,
  fields: ReadonlyMap<string, readonly AttributeField[]>,
  note: (code: string, message: string) => void,
): { shared: Values; localized: Record<string, Values> } {
  const shared: Values = { sku: product.identifier }
  const localized: Record<string, Values> = {}
  for (const [attribute, values] of Object.entries(product.values)) {
    for (const { locale, scope, data } of values) {
      const target = fields.get(attribute)?.find((candidate) => candidate.scope === scope)
      if (!target) {
        note(
          'VALUE_WITHOUT_FIELD',
          `${attribute} (${locale ?? 'every language'}, ${scope ?? 'every channel'}) has no field`,
        )
        continue
      }
      const { technicalName, type } = target.field
      if (factsOf(type).refersTo === 'media' && !source.files.get(String(data))) {
        note('FILE_MISSING', `${attribute} names ${String(data)}, which is not there; the field stays empty`)
        continue
      }
      if (isMarkedUp(target.field)) noteMarkup(technicalName, String(data), note)
      if (locale === null) shared[technicalName] = target.convert(data)
      else {
        const language = languageOf(locale)
        localized[language] = { ...localized[language], [technicalName]: target.convert(data) }
      }
    }
  }
  return { shared, localized }
}

function readPlacement(
  product: SourceProduct,
  treeOf: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  note: (code: string, message: string) => void,
): Values {
  const placement: Values = { enabled: product.enabled }
  const add = (field: string, value: string) => {
    placement[field] = [...((placement[field] as string[] | undefined) ?? []), value]
  }
  for (const category of product.categories) {
    const tree = treeOf.get(category)
    if (tree) add(categoryField(tree), `${tree}/${category}`)
    else note('CATEGORY_UNKNOWN', `${category} is no category of the catalogue, or the root of a tree`)
  }
  for (const group of product.groups) add('groups', group)
  for (const [code, { products = [], groups = [] }] of Object.entries(product.associations)) {
    for (const group of groups) add(associationGroupsField(code), group)
    for (const other of products) {
      if (known.has(other)) add(associationField(code), other)
      else note('LINK_TO_NOTHING', `${code} names ${other}, which is no product of the catalogue`)
    }
  }
  return placement
}

/** What a text with markup loses on its way, or seems to. */
function noteMarkup(field: string, html: string, note: (code: string, message: string) => void): void {
  if (/<img\b/i.test(html)) note('PICTURE_IN_TEXT', `${field} shows a picture of another site; its words are kept`)
  if (html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '')
    note('BLANK_TEXT', `${field} is deliberately empty in one language`)
}
