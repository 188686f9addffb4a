import CloseIcon from '@mui/icons-material/Close'
import { Chip } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import { FilterMenu } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import {
  completenessChoices,
  deletedChoices,
  type ListState,
  readinessChoices,
  readReadiness,
  translationChoices,
  writeReadiness,
} from '../../../parts/item-list/list-state.ts'
import { type GeneralFilter, isAsked } from './added-filter.ts'
import { ModifiedByFilter } from './modified-by-filter.tsx'
import { ModifiedFilter } from './modified-filter.tsx'

interface GeneralFiltersProps {
  state: ListState
  added: GeneralFilter | undefined
  seenUsers: readonly string[]
  onChange: (change: Partial<ListState>) => void
  onAddedClose: () => void
}

/** The filters that show only while something is asked by them. */
export function GeneralFilters({ state, added, seenUsers, onChange, onAddedClose }: GeneralFiltersProps) {
  const { t } = useTranslation()
  const { channels, channelName } = useChannels()
  const shows = (filter: GeneralFilter) => added === filter || isAsked(state, filter)
  const opening = (filter: GeneralFilter) => (added === filter ? { startsOpen: true, onClose: onAddedClose } : {})
  return (
    <>
      {shows('modified') && <ModifiedFilter state={state} onChange={onChange} {...opening('modified')} />}
      {shows('modifiedBy') && (
        <ModifiedByFilter
          selected={state.modifiedBy}
          seen={seenUsers}
          onChange={(modifiedBy) => onChange({ modifiedBy })}
          {...opening('modifiedBy')}
        />
      )}
      {shows('completeness') && (
        <FilterMenu
          label={t('content.filter.completeness')}
          multiple={false}
          options={completenessChoices.map((share) => ({ value: share, label: t(`content.filter.complete.${share}`) }))}
          selected={state.completeness ? [state.completeness] : []}
          onChange={([chosen]) => onChange({ completeness: completenessChoices.find((share) => share === chosen) })}
          {...opening('completeness')}
        />
      )}
      {shows('readiness') && (
        <FilterMenu
          label={t('content.filter.readiness')}
          multiple={false}
          options={[
            ...readinessChoices.map((share) => ({ value: share, label: t(`content.filter.ready.${share}`) })),
            ...(channels.length > 1 ? channels : []).flatMap(({ technicalName }) =>
              (['notReady', 'ready'] as const).map((share) => ({
                value: writeReadiness({ share, channel: technicalName }),
                label: t(`content.filter.readyFor.${share}`, { channel: channelName(technicalName) }),
              })),
            ),
          ]}
          selected={state.readiness ? [writeReadiness(state.readiness)] : []}
          onChange={([chosen = '']) => onChange({ readiness: readReadiness(chosen) })}
          {...opening('readiness')}
        />
      )}
      {shows('translation') && (
        <FilterMenu
          label={t('content.filter.translation')}
          options={translationChoices.map((state) => ({
            value: state,
            label: t(`content.translation.state.${state}`),
          }))}
          selected={state.translation}
          onChange={(chosen) => onChange({ translation: translationChoices.filter((each) => chosen.includes(each)) })}
          {...opening('translation')}
        />
      )}
      {shows('channels') && (
        <FilterMenu
          label={t('content.filter.channels')}
          options={channels.map(({ technicalName }) => ({ value: technicalName, label: channelName(technicalName) }))}
          selected={state.channels}
          onChange={(chosen) => onChange({ channels: chosen })}
          {...opening('channels')}
        />
      )}
      {shows('overLive') && (
        <Chip
          variant="outlined"
          color="primary"
          label={t('content.filter.overLive')}
          onDelete={() => onChange({ isOverLive: false })}
          deleteIcon={<CloseIcon />}
          sx={{
            borderRadius: 1,
            height: 32,
            fontWeight: 600,
            borderColor: 'divider',
            '& .MuiChip-deleteIcon': { fontSize: 14, color: 'inherit' },
          }}
        />
      )}
      {shows('deleted') && (
        <FilterMenu
          label={t('content.filter.deleted')}
          multiple={false}
          options={deletedChoices.map((choice) => ({ value: choice, label: t(`content.filter.deleted.${choice}`) }))}
          selected={state.deleted ? [state.deleted] : []}
          onChange={([chosen]) => onChange({ deleted: deletedChoices.find((choice) => choice === chosen) })}
          {...opening('deleted')}
        />
      )}
    </>
  )
}
