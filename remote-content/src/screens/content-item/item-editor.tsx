import { Alert, Box, Stack, useMediaQuery, useTheme } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import { useFieldServices, useMediaUploads } from '@pim/content-kit/fields'
import type { ContentItem, ContentType, ContentVariation, FieldError, Variation } from '@pim/contract'
import { validateFields } from '@pim/field-types'
import { FieldServicesProvider, ValueLanguage } from '@pim/field-types/react'
import { useFeedback, usePermission, usePreference } from '@pim/shell'
import type { ItemGiven } from '@pim/shell/slots'
import { Toggle } from '@pim/ui'
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompareSelect } from './compare-select.tsx'
import { DeletedNotice } from './deleted-notice.tsx'
import { useDraftSummary, useItemDraft } from './editing/use-item-draft.ts'
import { FieldGroupSection } from './field/field-group.tsx'
import { FieldRow } from './field/field-row.tsx'
import { fieldGroups } from './field-groups.ts'
import { FieldIndex } from './field-index.tsx'
import { ItemHeader } from './item-header.tsx'
import { ItemPanel } from './panel/item-panel.tsx'
import { PublishedFields } from './published-fields.tsx'
import { shortWindow } from './short-window.ts'
import { useChangedSources } from './use-changed-sources.ts'
import { useCompared } from './use-compared.ts'
import { useFieldPlaces } from './use-field-places.ts'
import { useItemCommands } from './use-item-commands.ts'
import { usePublishErrors } from './use-publish-errors.ts'
import { usePublishedView } from './use-published-view.ts'
import { usePublishing } from './use-publishing.ts'
import { VariationTabs } from './variation-tabs.tsx'
import { useArrival } from './walk/use-arrival.ts'
import { useListWalk } from './walk/use-list-walk.ts'
import { useWalkKeys } from './walk/use-walk-keys.ts'

interface ItemEditorProps {
  item: ContentItem
  type: ContentType
  variation: Variation
  variations: readonly Variation[]
  contentVariation: ContentVariation
  siblings: readonly ContentVariation[]
  onChoose: (variationId: string) => void
  /** The field that the address names, to go to; left behind once one is there. */
  wantedField: string | undefined
  onArrived: () => void
}

export function ItemEditor({
  item,
  type,
  variation,
  variations,
  contentVariation,
  siblings,
  onChoose,
  wantedField,
  onArrived,
}: ItemEditorProps) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const editing = usePermission('contentVariation.updateVariation')
  const label = `${item.name} · ${variationCode(variation)}`
  const { draft, wasFound } = useItemDraft(type, contentVariation, label)
  const summary = useDraftSummary(draft)
  const readField = useCallback((name: string) => draft.field(name).value, [draft])
  const services = useMediaUploads(useFieldServices(variation.variationId, readField), variation.variationId)
  const publishErrors = usePublishErrors(draft)
  const theme = useTheme()
  const isNarrow = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true })
  const [isKeptOpen, keepOpen] = usePreference('content.item.panel', true)
  // On a narrow screen the panel covers the fields: there it opens when it is asked for, whatever is kept.
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isPanelOpen = isNarrow ? isSheetOpen : isKeptOpen
  const setPanelOpen = isNarrow ? setSheetOpen : keepOpen
  const places = useFieldPlaces()
  const compared = useCompared(summary.variation, siblings, variations)
  const changedSources = useChangedSources(summary.variation)
  const published = usePublishedView(summary.variation)

  useEffect(() => {
    if (wasFound) feedback.info(t('content.save.found'))
  }, [wasFound, feedback, t])

  const fieldAt = useRef<string>(undefined)
  const walk = useListWalk({
    contentItemId: item.contentItemId,
    save: () => draft.flush(),
    fieldAt: () => fieldAt.current,
  })
  useArrival({
    wantedField,
    outdatedFields: contentVariation.translation.outdatedFields,
    places,
    onArrived: () => {
      if (wantedField !== undefined) setSheetOpen(false)
      onArrived()
    },
  })

  const groups = useMemo(
    () => fieldGroups(type, i18n.language, t('content.item.otherFields')),
    [type, i18n.language, t],
  )
  const inTheWay = useMemo(() => fieldsInTheWay(type, summary.variation), [type, summary.variation])
  const problems = new Set([...inTheWay, ...summary.conflicts, ...publishErrors.fields])
  const goToNext = () => places.goToNext(problems)
  const isArchived = summary.variation.status === 'archived'
  const isReadOnly = !editing.may || isArchived || item.isDeleted

  const given: ItemGiven = {
    contentItemId: item.contentItemId,
    contentVariationId: summary.variation.contentVariationId,
    variationId: variation.variationId,
    languageCode: variation.languageCode,
    contentTypeName: type.technicalName,
    version: summary.variation.version,
    isDeleted: item.isDeleted,
    isReadOnly,
    isSaved: summary.state === 'saved',
    save: () => draft.flush(),
  }

  const refuse = (errors: readonly FieldError[]) => {
    const [first] = publishErrors.set(errors)
    if (first) places.goToField(first)
  }
  const publishing = usePublishing({ item, type, variations, draft, summary, siblings, walk, onRefused: refuse })
  useWalkKeys(places.root, walk, publishing.publishAndGoOn)
  const noteField = ({ target, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(target)) return
    fieldAt.current = target.closest<HTMLElement>('[data-field]')?.dataset.field
  }
  const pressKey = useItemCommands({
    draft,
    summary,
    isReadOnly,
    hasProblems: problems.size > 0,
    onNextProblem: goToNext,
    walk,
    onPublish: publishing.publish,
    onPanel: () => setPanelOpen(!isPanelOpen),
  })

  return (
    <FieldServicesProvider value={services}>
      <ValueLanguage tag={variation.languageCode}>
        <Box
          ref={places.root}
          onKeyDown={pressKey}
          onFocus={noteField}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            minHeight: 0,
            height: '100%',
            [shortWindow]: { height: 'auto', flex: 'none' },
          }}
        >
          <ItemHeader
            item={item}
            type={type}
            variations={variations}
            draft={draft}
            summary={summary}
            siblings={siblings}
            walk={walk}
            publishing={publishing}
            missing={inTheWay.size}
            problemCount={problems.size}
            onNextProblem={goToNext}
            isPanelOpen={isPanelOpen}
            onPanelToggle={() => setPanelOpen(!isPanelOpen)}
            onRefused={refuse}
            given={given}
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
            <Stack direction="row" useFlexGap sx={{ alignItems: 'end', gap: 1, flexWrap: 'wrap' }}>
              {published.canShow && (
                <Toggle
                  label={t('content.filter.published')}
                  checked={published.isOn}
                  onChange={published.show}
                  sx={{ ml: 0.5, minHeight: 40 }}
                />
              )}
              {!published.isOn && (
                <CompareSelect
                  variations={variations.filter((each) => each.variationId !== variation.variationId)}
                  hasLive={compared.hasLive}
                  value={compared.chosen}
                  onChange={compared.choose}
                />
              )}
            </Stack>
          </Stack>
          <Box sx={{ display: 'flex', minHeight: 0, flexGrow: 1 }}>
            <Box
              sx={{
                position: 'relative',
                display: 'flex',
                flexGrow: 1,
                minWidth: 0,
                overflow: 'auto',
                gap: 2,
                [shortWindow]: { overflow: 'visible' },
              }}
              tabIndex={-1}
            >
              <FieldIndex groups={groups} inTheWay={inTheWay} onGo={places.goToGroup} />
              <Box
                id="item-fields"
                role="tabpanel"
                aria-labelledby={`variation-tab-${variation.variationId}`}
                sx={{
                  flexGrow: 1,
                  minWidth: 0,
                  maxWidth: compared.valueOf && !published.isOn ? 1200 : 760,
                  py: 2,
                  px: 0.5,
                }}
              >
                {item.isDeleted && (
                  <DeletedNotice
                    item={item}
                    type={type}
                    variations={variations}
                    draft={draft}
                    count={siblings.length}
                    onRefused={refuse}
                  />
                )}
                {isArchived && !item.isDeleted && (
                  <Alert severity="info" sx={{ mb: 2 }}>
                    {t('content.item.archived')}
                  </Alert>
                )}
                {!editing.may && (
                  <Alert severity="info" sx={{ mb: 2 }}>
                    {editing.reason}
                  </Alert>
                )}
                {published.isOn ? (
                  <PublishedFields
                    groups={groups}
                    live={published.live}
                    variations={variations}
                    hasUnpublishedChanges={summary.variation.hasUnpublishedChanges}
                  />
                ) : (
                  groups.map((group) => (
                    <FieldGroupSection key={group.id} group={group}>
                      {group.fields.map((field) => (
                        <FieldRow
                          key={field.technicalName}
                          field={field}
                          typeName={type.technicalName}
                          draft={draft}
                          variation={variation}
                          variations={variations}
                          isReadOnly={isReadOnly}
                          publishErrors={publishErrors.errorsOf(field.technicalName)}
                          compared={compared.valueOf?.(field.technicalName)}
                          sourceChange={changedSources[field.technicalName]}
                          isOutdated={summary.variation.translation.outdatedFields.includes(field.technicalName)}
                        />
                      ))}
                    </FieldGroupSection>
                  ))
                )}
              </Box>
            </Box>
            <ItemPanel
              isOpen={isPanelOpen}
              onClose={() => setPanelOpen(false)}
              type={type}
              contentVariation={summary.variation}
              variations={variations}
              saveState={summary.state}
              draft={draft}
              given={given}
            />
          </Box>
        </Box>
      </ValueLanguage>
    </FieldServicesProvider>
  )
}

/** Fields that stand in the way of publishing, as the browser sees them. */
function fieldsInTheWay(type: ContentType, variation: ContentVariation): ReadonlySet<string> {
  const values = Object.fromEntries(Object.entries(variation.fields).map(([name, { value }]) => [name, value]))
  return new Set(validateFields(type, values).map(({ technicalFieldName }) => technicalFieldName))
}
