import type { ColumnType, Generated } from 'kysely'
import type { NullableTime, Time } from '../../platform/database/platform-tables.ts'
import type { ConceptBefore } from './concept-words.ts'
import type { ConceptPlace } from './steps/concept-place.ts'

/** JSON, by language tag; written as its text. */
type Written<What> = ColumnType<Readonly<Record<string, What>>, string | undefined, string>

export interface TaxonomyTables {
  taxonomy: {
    tenant_id: string
    taxonomy_id: string
    friendly_name: string
    name_key: string
    description: string
    concept_count: Generated<number>
    revision: Generated<number>
    created_at: Time
    created_by: string
    modified_at: Time
    modified_by: string
  }
  concept_lead: {
    tenant_id: string
    concept_id: string
    taxonomy_id: string
    code: string | null
    leads_to: string
  }
  concept_import: {
    tenant_id: string
    taxonomy_id: string
    import_id: string
    made_at: Time
  }
  concept_import_row: {
    tenant_id: string
    taxonomy_id: string
    concept_id: string
    version: number
    before: ColumnType<ConceptBefore | null, string | null, never>
  }
  concept_merge: {
    tenant_id: string
    concept_id: string
    taxonomy_id: string
    merged_into: string
    made_at: Time
    before: ColumnType<ConceptBefore, string, never>
    children: string[]
    leads: string[]
    synonyms: ColumnType<Readonly<Record<string, readonly string[]>>, string, never>
    undone_at: NullableTime
  }
  concept_merge_item: {
    tenant_id: string
    concept_id: string
    content_item_id: string
    places: ColumnType<readonly ConceptPlace[], string, never>
  }
  concept: {
    tenant_id: string
    concept_id: string
    taxonomy_id: string
    parent_concept_id: string | null
    friendly_name: string
    /** Unique among siblings; see `nameKeyOf`. */
    name_key: string
    description: string
    position: number
    /** The ids of all ancestors from the root, and its own, 16 bytes each. */
    path: Buffer
    code: string | null
    /** By language tag, without the default language. */
    names: Written<string>
    descriptions: Written<string>
    synonyms: Written<readonly string[]>
    /** What a search compares; see `searchLinesInSteps`. */
    search_lines: Generated<string>
    version: Generated<number>
  }
}
