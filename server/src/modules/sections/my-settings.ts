import type { ChosenSettings, MySettings } from '@pim/contract'
import { type IfMatch, requireMatch } from '../../core/caller.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Sections } from '../../platform/sections/index.ts'
import { findOwnTenant, type TenantRecord } from '../tenants/index.ts'
import { buildFor, type Remotes } from './build-for.ts'
import {
  findPersonSettings,
  type KeptSettings,
  lockPersonSettings,
  storePersonSettings,
} from './person-setting.repository.ts'
import { declaredIn, mergedSettings, shownSettings } from './section-settings.ts'

export interface MySettingsParts {
  readonly database: Database
  readonly sections: Sections
  readonly remotesFor: (tenant: Pick<TenantRecord, 'externalId' | 'remotes'>, userId: string) => Promise<Remotes>
}

/** What a person has set for themselves in the sections of a tenant. */
export function createMySettings({ database, sections, remotesFor }: MySettingsParts) {
  const read = (tenantId: string, userId: string) =>
    database.inTenantReadOnly(tenantId, async (trx) => ({
      own: await findOwnTenant(trx, tenantId),
      kept: await findPersonSettings(trx, tenantId, userId),
    }))

  const shown = async (own: TenantRecord, userId: string, { settings, version }: KeptSettings): Promise<MySettings> => {
    const [known, remotes] = await Promise.all([sections(), remotesFor(own, userId)])
    const list = known.flatMap((section) => {
      const { titleKey, featureToggle, settings: declared } = buildFor(section, remotes)
      const ofPerson = shownSettings(section.name, declared, 'person', settings)
      if (ofPerson.length === 0 || (featureToggle !== undefined && own.featureToggles[featureToggle] !== true))
        return []
      return [{ section: section.name, ...(titleKey !== undefined && { titleKey }), settings: ofPerson }]
    })
    return { sections: list, version }
  }

  return {
    get: async (tenantId: string, userId: string): Promise<MySettings> => {
      const { own, kept } = await read(tenantId, userId)
      return await shown(own, userId, kept)
    },
    /** Throws INVALID_REQUEST with the places of what does not fit, and PRECONDITION_FAILED. */
    change: async (tenantId: string, userId: string, chosen: ChosenSettings, ifMatch: IfMatch): Promise<MySettings> => {
      const { own } = await read(tenantId, userId)
      const declared = declaredIn(await sections(), await remotesFor(own, userId), 'person')
      const kept = await database.inTenant(tenantId, async (trx) => {
        await lockPersonSettings(trx, tenantId, userId)
        const before = await findPersonSettings(trx, tenantId, userId)
        requireMatch(ifMatch, before.version)
        return await storePersonSettings(trx, tenantId, userId, mergedSettings(before.settings, chosen, declared))
      })
      return await shown(own, userId, kept)
    },
  }
}
