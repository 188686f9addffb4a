import { Alert, Box, Stack, Typography, useMediaQuery, useTheme } from '@mui/material'
import type { ContentItem, ContentType, ContentVariation, FieldError, Variation } from '@pim/contract'
import { validateFields } from '@pim/field-types'
import { FieldServicesProvider } from '@pim/field-types/react'
import { useFeedback, usePermission, usePreference, variationCode } from '@pim/shell'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldServices } from '../../parts/use-field-services.ts'
import { CompareSelect } from './compare-select.tsx'
import { DeletedNotice } from './deleted-notice.tsx'
import { useDraftSummary, useItemDraft } from './editing/use-item-draft.ts'
import { fieldGroups } from './field-groups.ts'
import { FieldIndex } from './field-index.tsx'
import { FieldRow } from './field-row.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemPanel } from './panel/item-panel.tsx'
import { VariationTabs } from './variation-tabs.tsx'

interface ItemEditorProps {
  item: ContentItem
  type: ContentType
  variation: Variation
  variations: readonly Variation[]
  contentVariation: ContentVariation
  siblings: readonly ContentVariation[]
  onChoose: (variationId: string) => void
}

const noErrors: ReadonlyMap<string, readonly FieldError[]> = new Map()

export function ItemEditor({
  item,
  type,
  variation,
  variations,
  contentVariation,
  siblings,
  onChoose,
}: ItemEditorProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const editing = usePermission('contentVariation.updateVariation')
  const label = `${item.name} · ${variationCode(variation)}`
  const { draft, wasFound } = useItemDraft(type, contentVariation, label)
  const summary = useDraftSummary(draft)
  const readField = useCallback((name: string) => draft.field(name).value, [draft])
  const services = useFieldServices(variation.variationId, readField)
  const [publishErrors, setPublishErrors] = useState(noErrors)
  const [comparedId, setComparedId] = useState('')
  const theme = useTheme()
  const isNarrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const [isKeptOpen, keepOpen] = usePreference('content.item.panel', true)
  // On a narrow screen the panel covers the fields: there it opens when it is asked for, whatever is kept.
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isPanelOpen = isNarrow ? isSheetOpen : isKeptOpen
  const setPanelOpen = isNarrow ? setSheetOpen : keepOpen
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (wasFound) feedback.info(t('content.save.found'))
  }, [wasFound, feedback, t])

  const groups = useMemo(
    () => fieldGroups(type, i18n.language, t('content.item.otherFields')),
    [type, i18n.language, t],
  )
  const missing = useMemo(() => missingByGroup(type, summary.variation, groups), [type, summary.variation, groups])
  const missingCount = [...missing.values()].reduce((sum, count) => sum + count, 0)
  const isArchived = summary.variation.status === 'archived'
  const isReadOnly = !editing.may || isArchived || item.isDeleted

  const goTo = (selector: string) => {
    const place = root.current?.querySelector<HTMLElement>(selector)
    place?.scrollIntoView({ block: 'start', behavior: 'smooth' })
    place
      ?.querySelector<HTMLElement>('input, textarea, button, [contenteditable="true"]')
      ?.focus({ preventScroll: true })
  }
  const refuse = (errors: readonly FieldError[]) => {
    setPublishErrors(Map.groupBy(errors, ({ technicalFieldName }) => technicalFieldName.split(/[.[]/)[0] ?? ''))
    const [first] = errors
    if (first) goTo(`[data-field="${CSS.escape(first.technicalFieldName)}"]`)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const inText =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, [contenteditable="true"] *, [contenteditable="true"]')
    if (event.key === 's') void draft.flush()
    else if (event.key.toLowerCase() === 'z' && !inText) event.shiftKey ? draft.redo() : draft.undo()
    else return
    event.preventDefault()
  }
  const comparedContent = siblings.find((each) => each.variationId === comparedId)
  const comparedVariation = variations.find((each) => each.variationId === comparedId)

  return (
    <FieldServicesProvider value={services}>
      <Box
        ref={root}
        onKeyDown={pressKey}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' }}
      >
        <ItemHeader
          item={item}
          draft={draft}
          summary={summary}
          siblings={siblings}
          missing={missingCount}
          isPanelOpen={isPanelOpen}
          onPanelToggle={() => setPanelOpen(!isPanelOpen)}
          onRefused={refuse}
        />
        <Stack direction="row" useFlexGap sx={{ flex: 'none', flexWrap: 'wrap', alignItems: 'end', gap: 1 }}>
          <Box sx={{ flexGrow: 1, minWidth: 0, maxWidth: '100%' }}>
            <VariationTabs
              variations={variations}
              contentVariations={siblings}
              currentId={variation.variationId}
              onChange={onChoose}
            />
          </Box>
          <CompareSelect
            variations={variations.filter((each) => each.variationId !== variation.variationId)}
            value={comparedId}
            onChange={setComparedId}
          />
        </Stack>
        <Box sx={{ display: 'flex', minHeight: 0, flexGrow: 1 }}>
          <Box
            sx={{ position: 'relative', display: 'flex', flexGrow: 1, minWidth: 0, overflow: 'auto', gap: 2 }}
            tabIndex={-1}
          >
            <FieldIndex groups={groups} missing={missing} onGo={(id) => goTo(`[data-group="${CSS.escape(id)}"]`)} />
            <Box
              id="item-fields"
              role="tabpanel"
              aria-labelledby={`variation-tab-${variation.variationId}`}
              sx={{ flexGrow: 1, minWidth: 0, maxWidth: comparedContent ? 1200 : 760, py: 2, px: 0.5 }}
            >
              {item.isDeleted && <DeletedNotice item={item} />}
              {isArchived && !item.isDeleted && <Alert severity="info">{t('content.item.archived')}</Alert>}
              {!editing.may && <Alert severity="info">{editing.reason}</Alert>}
              {groups.map(({ id, label: groupLabel, fields }) => (
                <Box component="section" key={id} data-group={id} aria-labelledby={`group-${id}`} sx={{ mb: 4 }}>
                  <Typography id={`group-${id}`} variant="h2" sx={{ mb: 2 }}>
                    {groupLabel}
                  </Typography>
                  <Stack sx={{ gap: 3 }}>
                    {fields.map((field) => (
                      <FieldRow
                        key={field.technicalName}
                        field={field}
                        draft={draft}
                        variation={variation}
                        variations={variations}
                        isReadOnly={isReadOnly}
                        publishErrors={publishErrors.get(field.technicalName)}
                        compared={
                          comparedContent && comparedVariation
                            ? {
                                value: comparedContent.fields[field.technicalName]?.value,
                                variation: comparedVariation,
                              }
                            : undefined
                        }
                      />
                    ))}
                  </Stack>
                </Box>
              ))}
            </Box>
          </Box>
          <ItemPanel
            isOpen={isPanelOpen}
            isDeleted={item.isDeleted}
            onClose={() => setPanelOpen(false)}
            type={type}
            contentVariation={summary.variation}
            siblings={siblings}
            variations={variations}
            beforeRestore={() => draft.flush()}
          />
        </Box>
      </Box>
    </FieldServicesProvider>
  )
}

/** Fields that stand in the way of publishing, by the group they are in, as the browser sees them. */
function missingByGroup(
  type: ContentType,
  variation: ContentVariation,
  groups: ReturnType<typeof fieldGroups>,
): ReadonlyMap<string, number> {
  const values = Object.fromEntries(Object.entries(variation.fields).map(([name, { value }]) => [name, value]))
  const inTheWay = new Set(validateFields(type, values).map(({ technicalFieldName }) => technicalFieldName))
  return new Map(
    groups.map(({ id, fields }) => [id, fields.filter(({ technicalName }) => inTheWay.has(technicalName)).length]),
  )
}
