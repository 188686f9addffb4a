import { contentItemPath, type ListAddress, readListAddress, taxonomyPath, writeListAddress } from '@pim/content-kit'
import type { AuditEntry } from '@pim/contract'

/** What the address remembers of the audit trail. Days are as the calendar of whoever looks has them. */
export interface AuditList extends ListAddress {
  readonly entityKind: string | undefined
  readonly entityId: string | undefined
  readonly userId: string | undefined
  readonly from: string
  readonly to: string
}

/** What there is a word for; another kind is called as the server calls it. */
export const entityKinds = [
  'contentItem',
  'contentVariation',
  'binary',
  'taxonomy',
  'concept',
  'contentType',
  'variation',
  'apiKey',
  'tenant',
  'person',
  'savedChoice',
  'bulkChange',
  'job',
  'section',
] as const

const parts = { entityKind: 'kind', entityId: 'subject', userId: 'who' } as const
const days = ['from', 'to'] as const

export function readAuditList(address: URLSearchParams): AuditList {
  const dayOf = (name: (typeof days)[number]) => {
    const day = address.get(name) ?? ''
    return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
  }
  const partOf = (name: keyof typeof parts) => address.get(parts[name])?.slice(0, 100) || undefined
  return {
    ...readListAddress(address, []),
    entityKind: partOf('entityKind'),
    entityId: partOf('entityId'),
    userId: partOf('userId'),
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

export function writeAuditList(list: AuditList): URLSearchParams {
  const address = new URLSearchParams()
  for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
    const value = list[name]
    if (value) address.set(parts[name], value)
  }
  for (const name of days) if (list[name]) address.set(name, list[name])
  writeListAddress(address, list)
  return address
}

export const hasFilters = ({ entityKind, entityId, userId, from, to }: AuditList): boolean =>
  Boolean(entityKind || entityId || userId || from || to)

export const noFilters = { entityKind: undefined, entityId: undefined, userId: undefined, from: '', to: '' } as const

export function auditQueryOf({ pageNumber, pageSize, entityKind, entityId, userId, from, to }: AuditList) {
  return {
    pageNumber,
    pageSize,
    ...(entityKind ? { entityKind } : {}),
    ...(entityId ? { entityId } : {}),
    ...(userId ? { userId } : {}),
    ...(from ? { from: new Date(`${from}T00:00:00`).toISOString() } : {}),
    ...(to ? { to: new Date(`${to}T23:59:59.999`).toISOString() } : {}),
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

/** What an entry calls its subject, where it says. A call of the back end of a section is named by what was asked. */
export const nameIn = ({ details, entityKind, entityId }: AuditEntry): string | undefined =>
  entityKind === 'section' && text(details.path)
    ? `${entityId} · ${details.method} ${details.path}`
    : (text(details.name) ?? text(details.friendlyName) ?? text(details.fileName) ?? text(details.languageCode))

/** Where the subject is shown; undefined where no screen shows it. */
export function pathOf(entry: AuditEntry): string | undefined {
  const { entityKind, entityId, details, action, contentItem } = entry
  if (contentItem) return contentItem.isDeleted ? undefined : contentItemPath(contentItem.contentItemId)
  if (action.endsWith('.delete') || action.endsWith('.purge')) return undefined
  const taxonomyId = text(details.taxonomyId)
  const paths: Record<string, string | undefined> = {
    taxonomy: taxonomyPath(entityId),
    concept: taxonomyId && taxonomyPath(taxonomyId, entityId),
    contentType: `/settings/content-types/${encodeURIComponent(entityId)}`,
    variation: '/settings/variations',
    apiKey: '/settings/api-keys',
    tenant: '/settings/general',
  }
  return paths[entityKind]
}
