import type { Field } from '@pim/contract'
import { createContext, useContext } from 'react'

/** Stretches of a text that have what was typed, in UTF-16 units and in their order. */
export type Marks = readonly { readonly from: number; readonly to: number }[]

/** Where something that was searched for has what was typed, if not in its name. */
export interface FoundBy {
  readonly label: string
  readonly text: string
  readonly marks: Marks
}

export interface ItemLabel {
  readonly contentItemId: string
  readonly name: string
  /** The language that the name is in. */
  readonly languageTag?: string | undefined
  readonly typeLabel: string
  /** Of a media item: what its picture is made from. */
  readonly binaryId?: string | undefined
  readonly isDeleted?: boolean | undefined
  /** The text that it was found by, where nothing has what was typed. */
  readonly shownFor?: string | undefined
  readonly nameMarks?: Marks | undefined
  readonly foundBy?: FoundBy | undefined
}

export interface ConceptLabel {
  readonly conceptId: string
  readonly name: string
  /** The concepts above it, from the root: `Electronics › Cameras`. */
  readonly path?: string | undefined
  /** The text that it was found by, where nothing has what was typed. */
  readonly shownFor?: string | undefined
}

export interface ItemQuery {
  readonly text: string
  readonly kind: 'user' | 'media'
  readonly contentTypeTechnicalNames?: readonly string[] | undefined
  readonly mimeTypes?: readonly string[] | undefined
}

export interface ConceptQuery {
  readonly text: string
  readonly taxonomyIds?: readonly string[] | undefined
}

/** Which items a field may link. */
export interface MediaRestrictions {
  readonly contentTypeTechnicalNames?: readonly string[] | undefined
  readonly mimeTypes?: readonly string[] | undefined
}

/** Messages of an upload: its progress, and its questions to the person. */
export interface UploadSteps {
  readonly signal: AbortSignal
  /** The share that is sent, from 0 to 1. */
  onProgress(share: number): void
  /** These media items have the same bytes: answers the one to take, or nothing where another one is to be made. */
  reuse(same: readonly ItemLabel[]): Promise<ItemLabel | undefined>
  /** Answers the values of these fields of the media item; one without a value is left empty. */
  fill(
    fields: readonly Field[],
    suggested: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>>
}

/** Rejects with `UploadRefused` where it can be said why; called again, it goes on after what is done already. */
export type MediaUpload = (steps: UploadSteps) => Promise<ItemLabel>

/**
 * What fields need from the world around them. They know nothing of the API; whoever draws them does. The object must
 * stay the same from one render to the next.
 */
export interface FieldServices {
  searchItems(query: ItemQuery, signal: AbortSignal): Promise<readonly ItemLabel[]>
  itemLabel(contentItemId: string, signal: AbortSignal): Promise<ItemLabel | undefined>
  searchConcepts(query: ConceptQuery, signal: AbortSignal): Promise<readonly ConceptLabel[]>
  conceptLabel(conceptId: string, signal: AbortSignal): Promise<ConceptLabel | undefined>
  /** The picture of a file, or why there is none. */
  thumbnail(binaryId: string, signal: AbortSignal): Promise<Blob | { readonly reason: string }>
  /** Makes a media item of a file. */
  uploadMedia?(file: File, restrictions: MediaRestrictions): MediaUpload
  /** Told while files are on their way into a field, so that nobody leaves the page without being asked. */
  holdForUploads?(place: string, isHeld: boolean): void
  /** Rejects with `UploadRefused` where it can be said why. */
  uploadBinary?(file: File, signal: AbortSignal): Promise<{ readonly binaryId: string }>
  /** Where the item is opened. */
  itemAddress(contentItemId: string): string
  /** What stands in another field of the same draft. */
  fieldValue?(technicalFieldName: string): unknown
}

/** Why a file was not taken, in words for the person. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}

const FieldServicesContext = createContext<FieldServices | null>(null)

export const FieldServicesProvider = FieldServicesContext.Provider

export function useFieldServices(): FieldServices {
  const services = useContext(FieldServicesContext)
  if (services === null) throw new Error('Fields are drawn outside of a FieldServicesProvider.')
  return services
}
