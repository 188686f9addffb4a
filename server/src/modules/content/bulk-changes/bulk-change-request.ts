import { type BulkChangeRequest, changesLive } from '@pim/contract'
import { type Role, reaches } from '@pim/contract/core/roles.ts'
import { Problem } from '../../../core/problem.ts'
import type { NewRow } from '../store/bulk-change-row.repository.ts'
import type { StoredBulkChange, StoredRequest } from './bulk-change.ts'

export function publishesStored(request: StoredRequest): boolean {
  if (request.source === 'file') return changesLive(request.mapping)
  return (request.source === 'rows' || request.source === 'undo') && request.publishes === true
}

/** Whether its execution makes options of a content type, or takes some away. */
export const changesModelStored = ({ request, counts }: Pick<StoredBulkChange, 'request' | 'counts'>): boolean =>
  request.source === 'undo' ? request.changesModel === true : (counts.newOptions ?? 0) > 0

/** The role that its execution takes. */
export const neededFor = (stored: StoredBulkChange): Role =>
  changesModelStored(stored) ? 'admin' : publishesStored(stored.request) ? 'publisher' : 'editor'

const publishes = (request: BulkChangeRequest): boolean =>
  'file' in request
    ? changesLive(request.file)
    : 'rows' in request && request.rows.some(({ variations }) => variations.some(({ step }) => step !== undefined))

export function requirePublisher(role: Role): void {
  if (!reaches(role, 'publisher'))
    throw new Problem('FORBIDDEN', { message: 'Publishing, unpublishing and deleting take the role publisher.' })
}

export function requireModelRights(role: Role): void {
  // Defence 385, without: if (false)
  if (!reaches(role, 'admin'))
    throw new Problem('FORBIDDEN', { message: 'Options of a content type are made and removed by the role admin.' })
}

/** Throws where the role does not do what the execution takes. */
export function requireNeeded(role: Role, stored: StoredBulkChange): void {
  const needs = neededFor(stored)
  if (needs === 'admin') requireModelRights(role)
  if (needs === 'publisher') requirePublisher(role)
}

export function requireStepsOf(role: Role, request: BulkChangeRequest): void {
  if (publishes(request)) requirePublisher(role)
}

/** The rows that a request names itself, each item once; undefined where a job has to find them. */
export function givenRows(request: BulkChangeRequest): NewRow[] | undefined {
  if ('rows' in request)
    return request.rows.map((item) => ({ contentItemId: item.contentItemId ?? null, asked: { item } }))
  if (!('items' in request)) return undefined
  return [...new Map(request.items.map((each) => [each.contentItemId, each])).values()].map(
    ({ contentItemId, versions }) => ({ contentItemId, ...(versions && { asked: { versions } }) }),
  )
}

export function storedRequest(
  request: BulkChangeRequest,
  {
    fileName = '',
    takesBackLive,
    changesModel,
    scheduleId,
  }: {
    readonly fileName?: string | undefined
    readonly takesBackLive: boolean
    readonly changesModel: boolean
    readonly scheduleId: string | undefined
  },
): StoredRequest {
  if ('file' in request) {
    const { file: mapping, ...rest } = request
    return { ...rest, source: 'file', fileName, mapping, ...(scheduleId !== undefined && { scheduleId }) }
  }
  if ('undoOf' in request)
    return { ...request, source: 'undo', publishes: takesBackLive, ...(changesModel && { changesModel }) }
  if ('selection' in request) return { ...request, source: 'selection' }
  if ('rows' in request) {
    const { rows: _, ...rest } = request
    return { ...rest, source: 'rows', publishes: publishes(request) }
  }
  const { items: _, ...rest } = request
  return { ...rest, source: 'items' }
}
