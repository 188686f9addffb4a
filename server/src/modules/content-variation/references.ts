import type { Field, FieldError } from '@pim/contract'
import { behaviourOf, type PlacedReference } from '@pim/field-types'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findMimeTypes } from '../binary/index.ts'
import { findItemTargets } from './reference-repository.ts'

export interface FieldReferences {
  readonly field: Field
  readonly references: readonly PlacedReference[]
}

/** `before`: a reference that stood there already is no business of this save, whatever has become of its other end. */
export function referencesOf(field: Field, value: unknown, before?: unknown): FieldReferences {
  const known = new Set(
    behaviourOf(field)
      .references(before ?? null)
      .map(({ kind, id }) => `${kind}:${id}`),
  )
  const references = behaviourOf(field).references(value)
  return { field, references: references.filter(({ kind, id }) => !known.has(`${kind}:${id}`)) }
}

/**
 * Whether everything that values point to is there, in this tenant, and of a kind that its place allows. What belongs
 * to another tenant is not there: the two cannot be told apart.
 */
export async function checkReferences(
  trx: Transaction,
  tenantId: string,
  wanted: readonly FieldReferences[],
  missing: 'NOT_FOUND' | 'BROKEN_LINK',
): Promise<FieldError[]> {
  const idsOf = (kind: PlacedReference['kind']) => [
    ...new Set(wanted.flatMap(({ references }) => references.filter((each) => each.kind === kind).map(({ id }) => id))),
  ]
  const [items, binaries] = await Promise.all([
    findItemTargets(trx, tenantId, idsOf('item')),
    findMimeTypes(trx, tenantId, idsOf('binary')),
  ])
  const itemsById = new Map(items.map((item) => [item.id, item]))

  function faultOf(reference: PlacedReference): string | null {
    switch (reference.kind) {
      case 'item': {
        const item = itemsById.get(reference.id)
        return item === undefined ? missing : null
      }
      case 'binary':
        return binaries.has(reference.id) ? null : missing
      case 'concept':
        return null
    }
  }
  return wanted.flatMap(({ field, references }) =>
    references.flatMap((reference): FieldError[] => {
      const code = faultOf(reference)
      if (code === null) return []
      const place = reference.path === '' ? '' : `${reference.path.replace(/^\./, '')} `
      return [{ technicalFieldName: field.technicalName, code, message: `${place}${messages[code] ?? code}` }]
    }),
  )
}

const messages: Readonly<Record<string, string>> = {
  NOT_FOUND: 'points to something that is not there',
  BROKEN_LINK: 'points to something that is deleted or gone',
  NOT_ALLOWED: 'points to something of a kind that is not allowed here',
}
