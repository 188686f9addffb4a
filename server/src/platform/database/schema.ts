import type { IdentityTables } from '../../../identity-dev/tables.ts'
import type { BinaryTables } from '../../modules/binary/tables.ts'
import type { ContentTables } from '../../modules/content/store/tables.ts'
import type { ProjectionTables } from '../../modules/content-index/tables.ts'
import type { ContentModelTables } from '../../modules/content-model/tables.ts'
import type { EventTables } from '../../modules/events/tables.ts'
import type { ImportFileTables } from '../../modules/import-files/tables.ts'
import type { LongValueTables } from '../../modules/long-values/tables.ts'
import type { QuotaTables } from '../../modules/quotas/tables.ts'
import type { SavedChoiceTables } from '../../modules/saved-choices/tables.ts'
import type { ScheduleTables } from '../../modules/schedules/tables.ts'
import type { SectionBackEndTables } from '../../modules/section-back-ends/tables.ts'
import type { SectionTables } from '../../modules/sections/tables.ts'
import type { TaxonomyTables } from '../../modules/taxonomies/tables.ts'
import type { BrowserSessionTables } from '../browser-session/tables.ts'
import type { ReleaseTables } from '../releases/release-tables.ts'
import type { PlatformTables } from './platform-tables.ts'

/** All tables, for Kysely. A module describes its rows in its own `tables.ts` and is added to `extends` here. */
export interface Schema
  extends PlatformTables,
    BinaryTables,
    BrowserSessionTables,
    ContentModelTables,
    ContentTables,
    EventTables,
    IdentityTables,
    ImportFileTables,
    LongValueTables,
    ProjectionTables,
    QuotaTables,
    ReleaseTables,
    SavedChoiceTables,
    ScheduleTables,
    SectionBackEndTables,
    SectionTables,
    TaxonomyTables {}
