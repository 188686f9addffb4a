import type { NewSavedChoice, SavedChoice, SavedChoiceKind } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { actorOf, type IfMatch, requireMatch } from '../../core/caller.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { TenantContext } from '../../http/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  deleteChoice,
  findChoice,
  findRoom,
  findSeen,
  insertChoice,
  lockChoices,
  type StoredChoice,
  updateChoice,
} from './saved-choice.repository.ts'

/** Of one tenant. A list answers all that somebody sees, so its size is bounded by that of all together. */
const maxOfOnePerson = 300
const maxOfTenant = 3_000
/** A mapping of two thousand columns has 300,000. */
const maxBytesOfOne = 400_000
const maxBytesOfTenant = 8_000_000

export type SavedChoices = ReturnType<typeof createSavedChoices>

/** Profiles of imports and exports, and views of lists: of one person, or shared with the tenant. */
export function createSavedChoices({ database }: { readonly database: Database }) {
  /** Finds one for a change. One of somebody else's own does not exist for others, an administrator among them. */
  async function findToChange(
    trx: Transaction,
    context: TenantContext,
    savedChoiceId: string,
    ifMatch: IfMatch,
  ): Promise<StoredChoice> {
    const found = await findChoice(trx, context.tenant.tenantId, savedChoiceId)
    // Defence 170, without: if (found === undefined) throw new Problem('NOT_FOUND')
    if (found === undefined || !isSeenBy(found, context)) throw new Problem('NOT_FOUND')
    // Defence 170, without: if (false)
    if (!mayChange(found, context))
      throw new Problem('FORBIDDEN', {
        message: 'What is shared is changed by its owner, who is an editor, or by an administrator.',
      })
    requireMatch(ifMatch, found.version)
    return found
  }

  return {
    async list(context: TenantContext, kind: SavedChoiceKind | undefined): Promise<SavedChoice[]> {
      const { tenantId, userId } = actorOf(context)
      const found = await database.inTenantReadOnly(tenantId, (trx) => findSeen(trx, tenantId, { userId, kind }))
      return found.filter((each) => isForKey(each, context)).map((each) => withRight(each, context))
    },

    async create(context: TenantContext, choice: NewSavedChoice): Promise<SavedChoice> {
      const { tenantId, userId, once } = actorOf(context)
      requireRight(context, choice)
      const byteSize = sizeOf(choice)
      const savedChoiceId = newId()
      const made = await database.inTenant(
        tenantId,
        async (trx) => {
          await lockChoices(trx, tenantId)
          await requireRoom(trx, tenantId, { savedChoiceId, ownerId: userId, choice, byteSize })
          const stored = await insertChoice(trx, tenantId, { savedChoiceId, choice, byteSize, userId })
          if (choice.isShared) await note(trx, context, 'share', stored)
          return withRight(stored, context)
        },
        once && { once },
      )
      return made
    },

    async change(
      context: TenantContext,
      savedChoiceId: string,
      choice: NewSavedChoice,
      ifMatch?: IfMatch,
    ): Promise<SavedChoice> {
      const { tenantId, userId } = actorOf(context)
      requireRight(context, choice)
      const byteSize = sizeOf(choice)
      return await database.inTenant(tenantId, async (trx) => {
        await lockChoices(trx, tenantId)
        const before = await findToChange(trx, context, savedChoiceId, ifMatch)
        if (before.kind !== choice.kind) throw invalidPlace('body.kind', 'WRONG_TYPE', `is ${before.kind}`)
        const { ownerId } = before
        await requireRoom(trx, tenantId, { savedChoiceId, ownerId, choice, byteSize })
        const stored = await updateChoice(trx, tenantId, { savedChoiceId, choice, byteSize, userId })
        if (before.isShared || choice.isShared) await note(trx, context, 'change', stored)
        return withRight(stored, context)
      })
    },

    async delete(context: TenantContext, savedChoiceId: string, ifMatch?: IfMatch): Promise<void> {
      const { tenantId } = actorOf(context)
      await database.inTenant(tenantId, async (trx) => {
        await lockChoices(trx, tenantId)
        const before = await findToChange(trx, context, savedChoiceId, ifMatch)
        await deleteChoice(trx, tenantId, savedChoiceId)
        if (before.isShared) await note(trx, context, 'delete', before)
      })
    },
  }
}

const isSeenBy = ({ isShared, ownerId }: StoredChoice, { user }: TenantContext): boolean =>
  isShared || ownerId === user.userId

/** A key for imports is told of profiles of imports alone, and of those of its content types. */
function isForKey({ kind, content }: StoredChoice, { importKey }: TenantContext): boolean {
  if (importKey === undefined) return true
  const allowed = importKey.contentTypeTechnicalNames
  if (kind !== 'importProfile' || !('columns' in content)) return false
  return allowed.length === 0 || allowed.includes(content.technicalContentTypeName)
}

/** The owner, who is an editor where it is shared, or an administrator. */
const mayChange = (choice: StoredChoice, { user, tenant }: TenantContext): boolean =>
  choice.isShared
    ? reaches(tenant.role, 'admin') || (choice.ownerId === user.userId && reaches(tenant.role, 'editor'))
    : choice.ownerId === user.userId

const withRight = (choice: StoredChoice, context: TenantContext): SavedChoice => ({
  ...choice,
  mayChange: mayChange(choice, context),
})

function requireRight({ tenant }: TenantContext, { isShared }: NewSavedChoice): void {
  if (isShared && !reaches(tenant.role, 'editor'))
    throw new Problem('FORBIDDEN', { message: 'Sharing takes the role editor.' })
}

function sizeOf({ content }: NewSavedChoice): number {
  const size = Buffer.byteLength(JSON.stringify(content))
  if (size > maxBytesOfOne) throw invalidPlace('body.content', 'TOO_LARGE', `has more than ${maxBytesOfOne} bytes`)
  return size
}

async function requireRoom(
  trx: Transaction,
  tenantId: string,
  asked: {
    readonly savedChoiceId: string
    readonly ownerId: string
    readonly choice: NewSavedChoice
    readonly byteSize: number
  },
): Promise<void> {
  const { savedChoiceId, ownerId, choice, byteSize } = asked
  const { kind, name, isShared } = choice
  const there = await findRoom(trx, tenantId, { savedChoiceId, ownerId, kind, name, isShared })
  if (there.isTaken) throw new Problem('NAME_CONFLICT', { message: `“${name}” is there already.` })
  if (there.ownCount >= maxOfOnePerson)
    throw invalidPlace('body', 'TOO_MANY', `a person has at most ${maxOfOnePerson} profiles and views`)
  if (there.count >= maxOfTenant)
    throw invalidPlace('body', 'TOO_MANY', `a tenant has at most ${maxOfTenant} profiles and views`)
  if (there.bytes + byteSize > maxBytesOfTenant)
    throw invalidPlace('body', 'TOO_MANY', `all profiles and views have at most ${maxBytesOfTenant} bytes together`)
}

/** Those of one person are nobody else's matter, so only what is shared is written down. */
const note = (
  trx: Transaction,
  context: TenantContext,
  verb: string,
  { savedChoiceId, kind, name }: StoredChoice,
): Promise<void> =>
  recordChange(trx, context.tenant.tenantId, {
    userId: context.user.userId,
    action: `savedChoice.${verb}`,
    entityKind: 'savedChoice',
    entityId: savedChoiceId,
    details: { kind, name },
  })
