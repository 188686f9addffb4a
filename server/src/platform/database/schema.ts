import type { BinaryTables } from '../../modules/binary/tables.ts'
import type { ContentModelTables } from '../../modules/content-model/tables.ts'
import type { ContentUpkeepTables } from '../../modules/content-upkeep/tables.ts'
import type { ContentTables } from '../../modules/content-variation/tables.ts'
import type { ProjectionTables } from '../../modules/projection/tables.ts'
import type { TaxonomyTables } from '../../modules/taxonomies/tables.ts'
import type { IdentityTables } from '../identity/embedded/tables.ts'
import type { PlatformTables } from './platform-tables.ts'

/**
 * Every table by its name. A module describes its own rows in `modules/<domain>/tables.ts` and adds one line here:
 * `extends PlatformTables, TaxonomyTables`.
 */
export interface Schema
  extends PlatformTables,
    BinaryTables,
    ContentModelTables,
    ContentTables,
    ContentUpkeepTables,
    IdentityTables,
    ProjectionTables,
    TaxonomyTables {}
