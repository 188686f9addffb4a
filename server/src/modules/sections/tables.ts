import type { SettingValue } from '@pim/contract/core/section-settings.ts'
import type { ColumnType, Generated } from 'kysely'

export interface SectionTables {
  /** Settings of sections that a person has chosen in a tenant, by name. */
  person_setting: {
    tenant_id: string
    user_id: string
    settings: ColumnType<Record<string, SettingValue>, string, string>
    version: Generated<number>
  }
}
