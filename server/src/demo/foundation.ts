import type { CreateVariation, Variation } from '@pim/contract'
import { demoUsers } from '../../identity-dev/index.ts'
import { Problem } from '../core/problem.ts'
import type { Dependencies } from '../dependencies.ts'
import { createApiKeysService } from '../modules/api-keys/index.ts'
import { createContentUpkeep } from '../modules/content/index.ts'
import { createContentModelService } from '../modules/content-model/index.ts'
import { upsertProfiles } from '../modules/shell/index.ts'
import { type Branch, plantTree } from '../modules/taxonomies/index.ts'
import { createTenantDirectory, createTenantsService, createVariationsService } from '../modules/tenants/index.ts'
import { type Twig, taxonomies } from './catalogue/assortment.ts'

/** What an outside consumer reads the demo with. It is known to everybody, so it exists on one's own machine alone. */
export const demoKey = 'demo-delivery-key'

const admin = {
  ...demoUsers[0],
  userId: demoUsers[0]?.userId ?? '',
  firstName: '',
  lastName: '',
  tenants: [],
  roles: ['admin'],
}

export interface DemoTenant {
  readonly externalId: 'acme' | 'nordic'
  readonly friendlyName: string
  readonly taxonomyEnabled: boolean
  readonly deliveryTargets: readonly string[]
  /** The first one is the default. */
  readonly variations: readonly (Pick<CreateVariation, 'friendlyName' | 'languageCode' | 'marketCode'> & {
    readonly fallback?: string
  })[]
}

export const demoTenants: readonly DemoTenant[] = [
  {
    externalId: 'acme',
    friendlyName: 'Acme Outfitters',
    taxonomyEnabled: true,
    deliveryTargets: ['web', 'print', 'marketplace'],
    variations: [
      { friendlyName: 'English (US)', languageCode: 'en-US' },
      { friendlyName: 'Svenska', languageCode: 'sv-SE', fallback: 'en-US' },
      { friendlyName: 'Deutsch', languageCode: 'de-DE', fallback: 'en-US' },
      { friendlyName: 'Deutsch (Österreich)', languageCode: 'de-AT', fallback: 'de-DE' },
    ],
  },
  {
    externalId: 'nordic',
    friendlyName: 'Nordic Home',
    taxonomyEnabled: false,
    deliveryTargets: ['web'],
    variations: [
      { friendlyName: 'English (US)', languageCode: 'en-US' },
      { friendlyName: 'Norsk bokmål', languageCode: 'nb-NO', fallback: 'en-US' },
    ],
  },
]

/** Tenants, languages, types, taxonomies and the key: what has to be there before anybody signs in. Safe to repeat. */
export async function layFoundation(platform: Dependencies): Promise<void> {
  const { database, notifications, config, identity } = platform
  await database.asSystem((system) => upsertProfiles(system, demoUsers))
  const upkeep = createContentUpkeep(platform)
  const tenants = createTenantsService({
    database,
    notifications,
    defaultRole: config.defaultRole,
    remoteOrigins: [],
    grantTenant: (userId, externalId) => identity.grantTenant(userId, externalId),
  })
  const variations = createVariationsService({ database, content: upkeep.ofVariations })
  const model = createContentModelService({ database, content: upkeep.ofTypes })
  for (const tenant of demoTenants) {
    await unlessThere(() =>
      tenants.create(admin, {
        externalId: tenant.externalId,
        friendlyName: tenant.friendlyName,
        featureToggles: { taxonomyEnabled: tenant.taxonomyEnabled },
        deliveryTargets: [...tenant.deliveryTargets],
        defaultVariation: defaultOf(tenant),
      }),
    )
    const author = { tenantId: await tenantIdOf(platform, tenant.externalId), userId: admin.userId }
    const known = new Map((await variations.list(author.tenantId)).map((each) => [each.languageCode, each]))
    for (const { fallback, ...variation } of tenant.variations) {
      if (known.has(variation.languageCode)) continue
      const fallbackVariationId = fallback === undefined ? null : (known.get(fallback)?.variationId ?? null)
      const made: Variation = await variations.create(author, { ...variation, fallbackVariationId })
      known.set(made.languageCode, made)
    }
    await model.seed(author)
    if (tenant.taxonomyEnabled) await plantTaxonomies(platform, author)
  }
  await makeKey(platform)
}

function defaultOf({ variations: [first] }: DemoTenant) {
  if (first === undefined) throw new Error('a tenant has a default variation')
  return { friendlyName: first.friendlyName, languageCode: first.languageCode }
}

export async function tenantIdOf(platform: Dependencies, externalId: string): Promise<string> {
  const directory = createTenantDirectory(platform)
  const tenant = await directory.find(externalId)
  directory.close()
  if (tenant === undefined) throw new Error(`the demo tenant ${externalId} is not there`)
  return tenant.tenantId
}

async function unlessThere<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Problem && error.code === 'NAME_CONFLICT') return undefined
    throw error
  }
}

async function makeKey(platform: Dependencies): Promise<void> {
  const owner = { tenantId: await tenantIdOf(platform, 'acme'), userId: admin.userId }
  const keys = createApiKeysService({ ...platform, keys: { forget() {} } })
  if ((await keys.list(owner.tenantId)).length > 0) return
  await keys.create(owner, { name: 'Demo website' }, demoKey)
}

/** Each tree whole or not at all. */
async function plantTaxonomies(
  { database }: Dependencies,
  author: { readonly tenantId: string; readonly userId: string },
): Promise<void> {
  for (const { concepts, ...taxonomy } of taxonomies) {
    await unlessThere(() =>
      database.inTenant(author.tenantId, (trx) => plantTree(trx, author, taxonomy, concepts.map(branchOf))),
    )
  }
}

const branchOf = (twig: string | Twig): Branch =>
  typeof twig === 'string' ? { name: twig } : { ...twig, below: (twig.below ?? []).map(branchOf) }
