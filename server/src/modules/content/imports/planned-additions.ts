import type { ImportAdditions, MissingName } from '@pim/contract'
import type { Option } from '@pim/field-types'

/** An option that is to be made, or was. */
export interface PlannedOption {
  readonly technicalFieldName: string
  readonly option: Option
  /** Of one that was made. */
  readonly technicalContentTypeName?: string
}

/** A concept that is to be made, or was. */
export interface PlannedConcept {
  readonly conceptId: string
  readonly taxonomyId: string
  readonly parentConceptId: string | null
  readonly friendlyName: string
}

/** What the execution of an import makes first. */
export interface PlannedAdditions {
  readonly options: readonly PlannedOption[]
  /** Parents first. */
  readonly concepts: readonly PlannedConcept[]
}

export interface FoundNames extends PlannedAdditions {
  readonly names: readonly MissingName[]
  readonly leftOutNames: number
}

/** What a bulk change keeps of the options and concepts that a file names and that are not there. */
export interface StoredAdditions extends Partial<Pick<FoundNames, 'names' | 'leftOutNames'>> {
  readonly planned?: PlannedAdditions
  /** By the execution; each part once it is done. */
  readonly made?: Partial<PlannedAdditions>
  /** By an undo. */
  readonly takenBack?: ImportAdditions['takenBack']
}
