import type { ContentType } from '@pim/contract'
import { insertType } from '../src/modules/content-model/content-type.repository.ts'
import { insertTenant } from '../src/modules/tenants/tenant.repository.ts'
import { insertVariation } from '../src/modules/tenants/variation.repository.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'

export interface TenantPlan {
  readonly externalId: string
  readonly taxonomyEnabled: boolean
  readonly deliveryTargets: readonly string[]
  /** Language tags in their order, each with the one that it falls back to; the first is the default. */
  readonly languages: readonly (readonly [languageCode: string, fallback: string | null])[]
  readonly tenantId?: string
  /** Ids by language, where a caller wants certain ones. */
  readonly variationIds?: Readonly<Record<string, string>>
}

export interface AddedTenant {
  readonly tenantId: string
  readonly externalId: string
  /** Variation ids by language tag. */
  readonly variations: Readonly<Record<string, string>>
}

/** A tenant with its variations, written by the repositories of the product: for tests and the bench. */
export async function addTenant(database: Database, plan: TenantPlan): Promise<AddedTenant> {
  const { externalId, taxonomyEnabled, deliveryTargets, languages, tenantId = newId() } = plan
  const variations = Object.fromEntries(languages.map(([tag]) => [tag, plan.variationIds?.[tag] ?? newId()]))
  await database.asSystem((system) =>
    insertTenant(system, {
      tenantId,
      externalId,
      friendlyName: externalId,
      featureToggles: { taxonomyEnabled },
      remotes: {},
      deliveryTargets,
    }),
  )
  await database.inTenant(tenantId, async (trx) => {
    for (const [at, [languageCode, fallback]] of languages.entries()) {
      const fallbackVariationId = fallback === null ? null : (variations[fallback] ?? null)
      const variation = { variationId: variations[languageCode] ?? '', languageCode, fallbackVariationId }
      await addVariation(trx, tenantId, { ...variation, isDefault: at === 0 })
    }
  })
  return { tenantId, externalId, variations }
}

export interface NewVariation {
  readonly variationId: string
  readonly languageCode: string
  readonly fallbackVariationId: string | null
  readonly isDefault?: boolean
}

/** One more variation, last in the order of the tenant. Content gets no working copies in it. */
export async function addVariation(
  trx: Transaction,
  tenantId: string,
  { variationId, languageCode, fallbackVariationId, isDefault = false }: NewVariation,
): Promise<void> {
  await insertVariation(trx, tenantId, variationId, {
    friendlyName: languageCode,
    languageCode,
    fallbackVariationId,
    isDefault,
  })
}

/** A content type as it is stored, without the checks and the audit entry of the call that changes types. */
export const addType = (
  trx: Transaction,
  tenantId: string,
  type: ContentType,
  contentTypeId = newId(),
): Promise<string> => insertType(trx, tenantId, contentTypeId, type, 'test').then(() => contentTypeId)
