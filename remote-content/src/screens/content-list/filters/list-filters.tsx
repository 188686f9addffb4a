import { Box, Button, Skeleton, Stack, Tooltip } from '@mui/material'
import { filterRow, useChannels, VariationMenu } from '@pim/content-kit'
import type { ContentType, Status, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useTenant } from '@pim/shell'
import { FilterChip, FilterMenu, partOnDemand, SearchField, Toggle } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFilters, type ListState, statusChoices } from '../../../parts/item-list/list-state.ts'
import type { ReadClauses } from '../field-filters/field-clause.ts'
import { AddFilter } from './add-filter.tsx'
import { type AddedFilter, type GeneralFilter, generalFilters, isAsked } from './added-filter.ts'
import { ConceptFilter } from './concept-filter.tsx'

const chipToCome = <Skeleton variant="rounded" width={140} height={32} />

const GeneralFilters = partOnDemand(async () => (await import('./general-filters.tsx')).GeneralFilters, {
  waiting: chipToCome,
  place: 'here',
})
const FieldFilters = partOnDemand(async () => (await import('../field-filters/field-filters.tsx')).FieldFilters, {
  waiting: chipToCome,
  place: 'here',
})

const TranslationCounts = partOnDemand(async () => (await import('./translation-counts.tsx')).TranslationCounts, {
  waiting: <Skeleton variant="rounded" width={312} height={160} sx={{ m: 1 }} />,
  place: 'here',
})

interface ListFiltersProps {
  state: ListState
  /** The field clauses of the state, once they are understood. */
  read: ReadClauses | undefined
  types: readonly ContentType[] | undefined
  variations: readonly Variation[] | undefined
  current: Variation | undefined
  /** The table that shows what is found. */
  listId: string
  /** Whose changes are in the list as it stands. */
  seenUsers: readonly string[]
  onChange: (change: Partial<ListState>) => void
  onVariationChange: (variationId: string) => void
  onClear: () => void
}

/** The clauses of the sentence that says which rows are wanted, and at its end which version of them. */
export function ListFilters(props: ListFiltersProps) {
  const { state, read, types, variations, current, listId, seenUsers, onChange, onVariationChange, onClear } = props
  const { t, i18n } = useTranslation()
  const tenant = useTenant()
  const [added, setAdded] = useState<AddedFilter>()
  const { channels } = useChannels()
  const isOffered = (filter: GeneralFilter) =>
    !isAsked(state, filter) &&
    (filter !== 'deleted' || mayDeleted) &&
    (filter !== 'channels' || channels.length > 1) &&
    (filter !== 'translation' || isTranslated)
  const mayDeleted = reaches(useAccount().role, 'editor')
  const isTranslated = variations !== undefined && variations.length > 1
  const addedGeneral = typeof added === 'string' ? added : undefined
  const addedField = typeof added === 'object' ? added : undefined
  const hasClauses = state.fieldClauses.length > 0 || addedField !== undefined
  return (
    <Stack direction="row" useFlexGap sx={filterRow}>
      <SearchField
        label={t('content.list.search')}
        controls={listId}
        value={state.searchText}
        onChange={(searchText) => onChange({ searchText })}
      />
      <FilterMenu
        label={t('content.list.type')}
        options={(types ?? []).map(({ technicalName, friendlyName }) => ({
          value: technicalName,
          label: inLanguage(friendlyName, i18n.language, technicalName),
        }))}
        selected={state.types}
        onChange={(chosen) => onChange({ types: chosen })}
      />
      <FilterMenu
        label={t('content.list.status')}
        options={statusChoices.map((status) => ({
          value: status,
          label: t(`ui.status.${status}`),
        }))}
        selected={state.statuses}
        onChange={(chosen) => onChange({ statuses: statusChoices.filter((status: Status) => chosen.includes(status)) })}
      />
      {tenant.featureToggles.taxonomyEnabled && (
        <ConceptFilter
          selected={state.conceptIds}
          variationId={current?.variationId}
          onChange={(conceptIds) => onChange({ conceptIds })}
        />
      )}
      {(addedGeneral || generalFilters.some((each) => isAsked(state, each))) && (
        <GeneralFilters
          state={state}
          added={addedGeneral}
          seenUsers={seenUsers}
          onChange={onChange}
          onAddedClose={() => setAdded(undefined)}
        />
      )}
      {hasClauses && (
        <FieldFilters
          clauses={read?.clauses ?? []}
          added={addedField}
          variationId={current?.variationId ?? ''}
          onChange={(fieldClauses) => onChange({ fieldClauses })}
          onAddedClose={() => setAdded(undefined)}
        />
      )}
      <AddFilter
        general={generalFilters.filter(isOffered)}
        types={types ?? []}
        chosenTypes={state.types}
        onAdd={(filter) => (filter === 'overLive' ? onChange({ isOverLive: true }) : setAdded(filter))}
      />
      {hasFilters(state) && (
        <Button size="small" onClick={onClear}>
          {t('content.filter.clear')}
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      {isTranslated && (
        <FilterChip label={t('content.translation.counts')} value={undefined}>
          {(close) => <TranslationCounts variations={variations} onClose={close} />}
        </FilterChip>
      )}
      <VariationMenu
        label={t('content.list.variation')}
        variations={variations}
        current={current}
        onChange={onVariationChange}
      />
      <Tooltip title={t('content.filter.publishedHint')} describeChild>
        <Toggle
          label={t('content.filter.published')}
          checked={state.showPublishedVersion}
          onChange={(showPublishedVersion) => onChange({ showPublishedVersion })}
          sx={{ ml: 0.5 }}
        />
      </Tooltip>
    </Stack>
  )
}
