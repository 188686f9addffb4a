import type { ContentTypeInput, Field, LocalizedText } from '@pim/contract'
import type { BundleTaxonomy, Note } from '../bundle.ts'
import type { AttributeField } from './attribute-fields.ts'
import { requirementOf } from './requirements.ts'
import { labelsOf, list, type Source, type SourceProduct } from './source.ts'

export const photoType = 'photo'
export const photoFile = 'file'
export const photoReference = 'source_reference'
export const withoutFamily = 'without_family'
const placement = 'placement'

const words = (en: string, de: string, fr: string): LocalizedText => ({ 'en-US': en, 'de-DE': de, 'fr-FR': fr })

export const familyOf = (product: SourceProduct): string => product.family ?? withoutFamily
export const categoryField = (taxonomyKey: string): string => `category_${taxonomyKey}`
export const associationField = (code: string): string => `association_${code.toLowerCase()}`
export const associationGroupsField = (code: string): string => `${associationField(code)}_groups`

/** Families become content types. A product's attribute that its family lacks is added to it rather than lost. */
export function readContentTypes(
  source: Source,
  fields: ReadonlyMap<string, readonly AttributeField[]>,
  taxonomies: readonly BundleTaxonomy[],
  notes: Note[],
): ContentTypeInput[] {
  const families = [...source.families]
  if (source.products.some((product) => product.family === null)) {
    families.push({
      code: withoutFamily,
      'label-en_US': 'Without a family',
      attribute_as_label: 'name',
      attributes: '',
    })
  }
  const common = placementFields(source, taxonomies)
  const types = families.map((family): ContentTypeInput => {
    const code = family.code ?? ''
    const products = source.products.filter((product) => familyOf(product) === code)
    const declared = list(family.attributes)
    const used = new Set(products.flatMap((product) => Object.keys(product.values)))
    const added = [...used].filter((attribute) => !declared.includes(attribute))
    if (code !== withoutFamily) for (const attribute of added) noteAdded(notes, code, attribute, products)
    const attributes = [...new Set(['sku', ...declared, ...added])]
    const own = attributes.flatMap((attribute) =>
      (fields.get(attribute) ?? []).flatMap((each): Field[] => {
        const required = requirementOf(source, family, each)
        if (!each.isFilled && required === undefined) return []
        return [{ ...each.field, ...(required !== undefined && { required }) }]
      }),
    )
    const groups = source.attributeGroups
      .toSorted((a, b) => Number(a.sort_order) - Number(b.sort_order))
      .filter((group) => own.some((field) => field.group === group.code))
      .map((group) => ({ technicalName: group.code ?? '', friendlyName: labelsOf(group) }))
    const hasName = own.some((field) => field.technicalName === family.attribute_as_label)
    return {
      technicalName: code,
      friendlyName: labelsOf(family),
      kind: 'user',
      titleField: hasName ? (family.attribute_as_label ?? 'sku') : 'sku',
      groups: [...groups, { technicalName: placement, friendlyName: words('Placement', 'Einordnung', 'Classement') }],
      fields: [...own, ...common],
    }
  })
  return [photo(), ...types]
}

function noteAdded(notes: Note[], family: string, attribute: string, products: readonly SourceProduct[]): void {
  const count = products.filter((product) => attribute in product.values).length
  notes.push({
    code: 'ATTRIBUTE_ADDED_TO_FAMILY',
    subject: `${family}.${attribute}`,
    message: `${count} products fill it though their family lacks it; the content type has it`,
  })
}

function photo(): ContentTypeInput {
  return {
    technicalName: photoType,
    friendlyName: words('Photo', 'Foto', 'Photo'),
    kind: 'media',
    fields: [
      { technicalName: photoFile, friendlyName: words('File', 'Datei', 'Fichier'), type: 'binary', localizable: false },
      {
        technicalName: photoReference,
        friendlyName: words('Path in the source', 'Pfad in der Quelle', 'Chemin dans la source'),
        type: 'text',
        localizable: false,
        unique: 'contentType',
      },
    ],
  }
}

/** Where a product stands: its categories by tree, its groups, whether it is enabled, and what it goes with. */
function placementFields(source: Source, taxonomies: readonly BundleTaxonomy[]): Field[] {
  const options = source.groups.map((group) => ({ code: group.code ?? '', label: labelsOf(group) }))
  const shared = { group: placement, localizable: false }
  const usesGroups = (code: string) => source.products.some((product) => product.associations[code]?.groups?.length)
  return [
    { technicalName: 'enabled', friendlyName: words('Enabled', 'Aktiv', 'Activé'), type: 'boolean', ...shared },
    ...taxonomies.map((taxonomy): Field => {
      const root = source.categories.find((row) => row.code === taxonomy.key) ?? {}
      return { technicalName: categoryField(taxonomy.key), friendlyName: labelsOf(root), type: 'concepts', ...shared }
    }),
    {
      technicalName: 'groups',
      friendlyName: words('Groups', 'Gruppen', 'Groupes'),
      type: 'multiSelect',
      settings: { options },
      ...shared,
    },
    ...source.associationTypes.flatMap((row): Field[] => {
      const code = row.code ?? ''
      const links: Field = {
        technicalName: associationField(code),
        friendlyName: labelsOf(row),
        type: 'links',
        ...shared,
      }
      if (!usesGroups(code)) return [links]
      const ofGroups = grouped(labelsOf(row))
      const groups: Field = {
        technicalName: associationGroupsField(code),
        friendlyName: ofGroups,
        type: 'multiSelect',
        settings: { options },
        ...shared,
      }
      return [links, groups]
    }),
  ]
}

const groupWord: LocalizedText = words('groups', 'Gruppen', 'groupes')
const grouped = (label: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(label).map(([language, text]) => [
      language,
      `${text} (${groupWord[language] ?? groupWord['en-US']})`,
    ]),
  )
