import { Box, Button, FormControlLabel, Stack, Switch, Tooltip } from '@mui/material'
import type { ContentType, Status, Variation } from '@pim/contract'
import { localised, useAccount, useTenant, variationCode } from '@pim/shell'
import { FilterMenu, SearchField } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { ConceptFilter } from './concept-filter.tsx'
import { hasFilters, type ListState, modifiedWithin, statusChoices } from './list-state.ts'

/** Narrow screens scroll the clauses sideways: five lines of filters would leave no room for what they find. */
const filterRow = {
  flex: 'none',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  gap: 1,
  alignItems: 'center',
  mb: 1.5,
  py: { xs: 0.5, sm: 0 },
  '& > *': { flexShrink: 0 },
}

interface ListFiltersProps {
  state: ListState
  types: readonly ContentType[] | undefined
  variations: readonly Variation[] | undefined
  current: Variation | undefined
  onChange: (change: Partial<ListState>) => void
  onVariationChange: (variationId: string) => void
  onClear: () => void
}

/** The clauses of the sentence that says which rows are wanted, and at its end which version of them. */
export function ListFilters({
  state,
  types,
  variations,
  current,
  onChange,
  onVariationChange,
  onClear,
}: ListFiltersProps) {
  const { t, i18n } = useTranslation()
  const tenant = useTenant()
  const account = useAccount()
  const others = [
    { value: 'mine', label: t('content.filter.mine') },
    { value: 'incomplete', label: t('content.filter.incomplete') },
    { value: 'deleted', label: t('content.filter.deleted') },
  ]
  const chosenOthers = [
    ...(state.modifiedBy.includes(account.userId) ? ['mine'] : []),
    ...(state.isIncomplete ? ['incomplete'] : []),
    ...(state.includeDeleted ? ['deleted'] : []),
  ]
  return (
    <Stack direction="row" useFlexGap sx={filterRow}>
      <SearchField
        label={t('content.list.search')}
        value={state.searchText}
        onChange={(searchText) => onChange({ searchText })}
      />
      <FilterMenu
        label={t('content.list.type')}
        options={(types ?? []).map(({ technicalName, friendlyName }) => ({
          value: technicalName,
          label: localised(friendlyName, i18n.language, technicalName),
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
        <ConceptFilter selected={state.conceptIds} onChange={(conceptIds) => onChange({ conceptIds })} />
      )}
      <FilterMenu
        label={t('content.list.modified')}
        multiple={false}
        options={modifiedWithin.map((span) => ({ value: span, label: t(`content.filter.within.${span}`) }))}
        selected={state.modifiedWithin ? [state.modifiedWithin] : []}
        onChange={([chosen]) => onChange({ modifiedWithin: modifiedWithin.find((span) => span === chosen) })}
      />
      <FilterMenu
        label={t('content.filter.more')}
        options={others}
        selected={chosenOthers}
        onChange={(chosen) =>
          onChange({
            modifiedBy: chosen.includes('mine') ? [account.userId] : [],
            isIncomplete: chosen.includes('incomplete'),
            includeDeleted: chosen.includes('deleted'),
          })
        }
      />
      {hasFilters(state) && (
        <Button size="small" onClick={onClear}>
          {t('content.filter.clear')}
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <FilterMenu
        label={t('content.list.variation')}
        multiple={false}
        isRequired
        options={(variations ?? []).map((variation) => ({
          value: variation.variationId,
          label: `${variationCode(variation)} · ${variation.friendlyName}`,
        }))}
        selected={current ? [current.variationId] : []}
        onChange={([variationId]) =>
          onVariationChange(variationId ?? variations?.find((variation) => variation.isDefault)?.variationId ?? '')
        }
      />
      <Tooltip title={t('content.filter.publishedHint')}>
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={state.showPublishedVersion}
              onChange={(_, showPublishedVersion) => onChange({ showPublishedVersion })}
            />
          }
          label={t('content.filter.published')}
          sx={{ ml: 0.5, mr: 0, gap: 0.5 }}
        />
      </Tooltip>
    </Stack>
  )
}
