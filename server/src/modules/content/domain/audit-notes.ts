import type { AuditRecord } from '../../audit/index.ts'
import type { ItemState, VariationState } from './item-state.ts'

export type AuditNote = Pick<AuditRecord, 'action' | 'entityKind' | 'entityId' | 'details'>

export const auditNoteOfItem = (
  verb: string,
  contentItemId: string,
  details: Readonly<Record<string, unknown>>,
): AuditNote => ({
  action: `contentItem.${verb}`,
  entityKind: 'contentItem',
  entityId: contentItemId,
  details,
})

export const auditNoteOfStep = (
  verb: string,
  item: ItemState,
  { contentVariationId, variationId }: VariationState,
): AuditNote => ({
  action: `contentVariation.${verb}`,
  entityKind: 'contentVariation',
  entityId: contentVariationId,
  details: { contentItemId: item.contentItemId, variationId },
})
