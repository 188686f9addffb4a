import GridViewIcon from '@mui/icons-material/GridViewOutlined'
import SubtitlesIcon from '@mui/icons-material/SubtitlesOutlined'
import ViewListIcon from '@mui/icons-material/ViewListOutlined'
import { Box, Button, Stack, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { filterRow, VariationMenu } from '@pim/content-kit'
import type { Status, Variation } from '@pim/contract'
import { FilterMenu, SearchField, Toggle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { altTextChoices, deletedChoices, fileKinds, hasFilters, type MediaState, statusChoices } from './media-state.ts'

interface MediaFiltersProps {
  state: MediaState
  /** What shows the files that are found. */
  listId: string
  variations: readonly Variation[] | undefined
  current: Variation | undefined
  onChange: (change: Partial<MediaState>) => void
  onVariationChange: (variationId: string | undefined) => void
  onView: (view: MediaState['view']) => void
  onClear: () => void
  /** Deleted files are shown to editors. */
  mayDeleted: boolean
  /** Some media type has an alternative text. */
  hasAltText: boolean
  mayEdit: boolean
}

/** Which files are wanted, in which version, and how they are drawn. */
export function MediaFilters(props: MediaFiltersProps) {
  const {
    state,
    listId,
    variations,
    current,
    onChange,
    onVariationChange,
    onView,
    onClear,
    mayDeleted,
    hasAltText,
    mayEdit,
  } = props
  const { t } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={filterRow}>
      <SearchField
        label={t('media.list.search')}
        controls={listId}
        value={state.searchText}
        onChange={(searchText) => onChange({ searchText })}
      />
      <FilterMenu
        label={t('media.filter.kind')}
        options={fileKinds.map((kind) => ({ value: kind, label: t(`media.filter.kind.${kind}`) }))}
        selected={state.kinds}
        onChange={(chosen) => onChange({ kinds: fileKinds.filter((kind) => chosen.includes(kind)) })}
      />
      <FilterMenu
        label={t('media.list.status')}
        options={statusChoices.map((status) => ({ value: status, label: t(`ui.status.${status}`) }))}
        selected={state.statuses}
        onChange={(chosen) => onChange({ statuses: statusChoices.filter((status: Status) => chosen.includes(status)) })}
      />
      {hasAltText && (
        <FilterMenu
          label={t('media.filter.altText')}
          multiple={false}
          options={altTextChoices.map((choice) => ({ value: choice, label: t(`media.filter.altText.${choice}`) }))}
          selected={state.altText ? [state.altText] : []}
          onChange={([chosen]) => onChange({ altText: altTextChoices.find((choice) => choice === chosen) })}
        />
      )}
      {mayDeleted && (
        <FilterMenu
          label={t('media.filter.deleted')}
          multiple={false}
          options={deletedChoices.map((choice) => ({ value: choice, label: t(`media.filter.deleted.${choice}`) }))}
          selected={state.deleted ? [state.deleted] : []}
          onChange={([chosen]) => onChange({ deleted: deletedChoices.find((choice) => choice === chosen) })}
        />
      )}
      {hasFilters(state) && (
        <Button size="small" onClick={onClear}>
          {t('media.filter.clear')}
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <VariationMenu
        label={t('media.list.variation')}
        variations={variations}
        current={current}
        onChange={onVariationChange}
      />
      <Toggle
        label={t('media.filter.published')}
        checked={state.showPublishedVersion}
        onChange={(showPublishedVersion) => onChange({ showPublishedVersion })}
        sx={{ ml: 0.5 }}
      />
      <ToggleButtonGroup
        size="small"
        exclusive
        value={state.view}
        aria-label={t('media.view.label')}
        onChange={(_, view: MediaState['view'] | null) => view && onView(view)}
      >
        <ToggleButton value="grid" aria-label={t('media.view.grid')}>
          <GridViewIcon fontSize="small" />
        </ToggleButton>
        <ToggleButton value="list" aria-label={t('media.view.list')}>
          <ViewListIcon fontSize="small" />
        </ToggleButton>
        {hasAltText && mayEdit && (
          <ToggleButton value="texts" aria-label={t('media.view.texts')}>
            <SubtitlesIcon fontSize="small" />
          </ToggleButton>
        )}
      </ToggleButtonGroup>
    </Stack>
  )
}
