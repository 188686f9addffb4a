import type { ChosenSettings, DeclaredSetting, SectionSetting } from '@pim/contract'
import {
  type DeclaredSettings,
  maxKeptSettingBytes,
  maxKeptSettings,
  orderedSettings,
  type SettingValue,
  settingName,
  settingProblem,
} from '@pim/contract/core/section-settings.ts'
import { invalidPlace, invalidRequest } from '../../core/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Section, Sections } from '../../platform/sections/index.ts'
import type { TenantRecord } from '../tenants/index.ts'
import { buildFor, type Remotes } from './build-for.ts'
import { findPersonSettings } from './person-setting.repository.ts'

export type Chosen = Readonly<Record<string, SettingValue>>
type Scope = DeclaredSetting['scope']

/** The settings of one scope, or of both, that the builds declare which somebody gets, by name. */
export const declaredIn = (
  sections: readonly Section[],
  remotes: Remotes,
  scope?: Scope,
): ReadonlyMap<string, DeclaredSetting> =>
  new Map(
    sections.flatMap((section) =>
      Object.entries(buildFor(section, remotes).settings ?? {})
        .filter(([, declared]) => scope === undefined || declared.scope === scope)
        .map(([key, declared]) => [settingName(section.name, key), declared] as const),
    ),
  )

/** The chosen values that the declarations take. Another release may have declared what was chosen. */
const fitting = (declared: ReadonlyMap<string, DeclaredSetting>, chosen: Chosen): Record<string, SettingValue> =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => {
      const known = declared.get(name)
      // Defence 351, without: return true
      return known !== undefined && settingProblem(known, value) === undefined
    }),
  )

/**
 * What a tenant and a person have set in sections, by name, as far as the builds take it that the person gets. Rows of the person
 * are read only where one of these sections declares settings of people.
 */
export type ChosenFor = (
  sections: readonly Section[],
  tenant: Pick<TenantRecord, 'tenantId' | 'settings'>,
  remotes: Remotes,
  userId: string,
) => Promise<Record<string, SettingValue>>

export const createChosenFor =
  (database: Pick<Database, 'inTenantReadOnly'>): ChosenFor =>
  async (sections, tenant, remotes, userId) => {
    const ofPerson = declaredIn(sections, remotes, 'person')
    const read = async (tenantId: string) =>
      (await database.inTenantReadOnly(tenantId, (trx) => findPersonSettings(trx, tenantId, userId))).settings
    return {
      // What a person has set for themselves counts for nothing where the section makes it a setting of the tenant, and the other way.
      ...fitting(declaredIn(sections, remotes, 'tenant'), tenant.settings),
      ...(ofPerson.size > 0 && fitting(ofPerson, await read(tenant.tenantId))),
    }
  }

/** What is set for a section with the value that holds, in the order of its form. */
export const shownSettings = (
  section: string,
  settings: DeclaredSettings | undefined,
  scope: Scope,
  chosen: Chosen,
): SectionSetting[] =>
  orderedSettings(settings)
    .filter(([, declared]) => declared.scope === scope)
    .map(([key, declared]) => {
      const setting = settingName(section, key)
      const value = Object.hasOwn(chosen, setting) ? chosen[setting] : undefined
      const fits = value !== undefined && settingProblem(declared, value) === undefined
      return { setting, declared, value: fits ? value : declared.default }
    })

/**
 * What is kept after a change. Throws a problem that names each place: a setting that is not declared, a value that it does not
 * take, or more than is kept.
 */
export function mergedSettings(
  before: Chosen,
  chosen: ChosenSettings,
  declared: ReadonlyMap<string, DeclaredSetting>,
): Record<string, SettingValue> {
  const errors = Object.entries(chosen).flatMap(([name, value]) => {
    // What no release declares any more can be given back.
    if (value === null) return []
    const known = declared.get(name)
    const problem =
      known === undefined
        ? ({ code: 'UNKNOWN_KEY', message: 'is declared by no section here' } as const)
        : settingProblem(known, value)
    return problem === undefined ? [] : [{ technicalFieldName: `body.settings.${name}`, ...problem }]
  })
  // Defence 352
  if (errors.length > 0) throw invalidRequest(errors)
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...chosen }).filter((entry): entry is [string, SettingValue] => entry[1] !== null),
  )
  if (Object.keys(merged).length > maxKeptSettings)
    throw invalidPlace('body.settings', 'TOO_MANY', `are more than ${maxKeptSettings} with those before`)
  if (Buffer.byteLength(JSON.stringify(merged)) > maxKeptSettingBytes)
    throw invalidPlace('body.settings', 'TOO_LARGE', `are more than ${maxKeptSettingBytes} bytes with those before`)
  return merged
}

/**
 * Prepares a change of the settings of a tenant, outside its transaction: they are those of the releases that all of its people get,
 * and not those of a canary.
 */
export const createSettingsChange =
  (
    sections: Sections,
    remotesFor: (tenant: Pick<TenantRecord, 'externalId' | 'remotes'>, userId: string) => Promise<Remotes>,
  ) =>
  async (tenant: Pick<TenantRecord, 'externalId' | 'remotes'>, userId: string) => {
    const remotes = Object.entries(await remotesFor(tenant, userId)).filter(([, { isCanary }]) => isCanary !== true)
    const declared = declaredIn(await sections(), Object.fromEntries(remotes), 'tenant')
    return (before: Chosen, chosen: ChosenSettings = {}) => mergedSettings(before, chosen, declared)
  }
