import type { ContentType, ContentVariation, FieldError } from '@pim/contract'
import { validateField } from '@pim/field-types'
import { useUnsavedWork } from '@pim/shell'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useSaveVariation } from '../content-item.api.ts'
import type { DraftField } from './draft-fields.ts'
import type { KeptDraft } from './edit.ts'
import { type DraftSummary, ItemDraft } from './item-draft.ts'

/** The draft of a content variation; one a variation for as long as its screen is open. */
export function useItemDraft(
  type: ContentType,
  variation: ContentVariation,
  label: string,
): { draft: ItemDraft; wasFound: boolean; dropFound: () => void } {
  const { contentVariationId } = variation
  const unsaved = useUnsavedWork<KeptDraft>(`content-variation/${contentVariationId}`, label)
  const save = useSaveVariation()
  // A newer state of the same variation is followed, below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new draft for another variation or a changed type only
  const draft = useMemo(() => {
    const fields = new Map(type.fields.map((field) => [field.technicalName, field]))
    const made = new ItemDraft({
      variation,
      save,
      blocks: (name, value): readonly FieldError[] => {
        const field = fields.get(name)
        return field ? validateField(field, value).filter((issue) => issue.isShape) : []
      },
      keep: (state) => (state ? unsaved.keep(state) : unsaved.discard()),
    })
    if (unsaved.found) made.takeUp(unsaved.found)
    return made
  }, [contentVariationId, type])
  const wasFound = useMemo(() => draft.summary().state !== 'saved', [draft])
  useEffect(() => draft.follow(variation), [draft, variation])
  useEffect(() => {
    // Leaving saves; what cannot be saved is kept for the return.
    return () => {
      void draft.flush().finally(() => draft.dispose())
    }
  }, [draft])
  return { draft, wasFound, dropFound: unsaved.discard }
}

export const useDraftSummary = (draft: ItemDraft): DraftSummary => useStore(draft.store)

export const useDraftField = (draft: ItemDraft, name: string): DraftField => useStore(draft.fieldStore(name))
