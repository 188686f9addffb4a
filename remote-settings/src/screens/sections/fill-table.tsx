import { Paper, Typography } from '@mui/material'
import type { TenantFill, TenantSection } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { type Column, DataTable, Toggle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useSwitchFill } from './sections.api.ts'

/** The names of the slots of the product on the screen; one that a section offers has a title. */
const placeKeys: Readonly<Record<string, string>> = {
  'item.panel': 'settings.slot.item-panel',
  'item.actions': 'settings.slot.item-actions',
  'items.column': 'settings.slot.items-column',
  'items.bulkAction': 'settings.slot.items-bulkAction',
  'media.detail': 'settings.slot.media-detail',
  'concept.detail': 'settings.slot.concept-detail',
  'settings.page': 'settings.slot.settings-page',
  'work.panel': 'settings.slot.work-panel',
}

interface Row extends TenantFill {
  readonly section: string
  readonly of: TenantSection
}

/** The fills of all sections, each with a switch for the people of the tenant. */
export function FillTable({ sections }: { readonly sections: readonly TenantSection[] }) {
  const { t } = useTranslation()
  const columns = useFillColumns()
  const nameOf = useFillName()
  const rows = sections.flatMap((of) => (of.fills ?? []).map((fill): Row => ({ ...fill, section: of.section, of })))
  if (rows.length === 0) return null
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('settings.fills.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720 }}>
        {t('settings.fills.about')}
      </Typography>
      <Paper variant="outlined" sx={{ mb: 2, overflow: 'hidden' }}>
        <DataTable<Row>
          label={t('settings.fills.title')}
          columns={columns}
          rows={rows}
          rowId={({ section, slot, name }) => `${section}/${slot}/${name}`}
          rowLabel={nameOf}
          empty={null}
        />
      </Paper>
    </>
  )
}

/** Its own title, which its section brings; else its technical name. */
function useFillName() {
  const { t, i18n } = useTranslation()
  return ({ titleKey, name }: TenantFill): string => (i18n.exists(titleKey) ? t(titleKey) : name)
}

function useFillColumns(): readonly Column<Row>[] {
  const { t, i18n } = useTranslation()
  const nameOf = useFillName()
  const sectionName = useSectionName()
  /** A slot that is not there has its technical name alone. */
  const place = ({ slot, slotTitleKey }: TenantFill) => {
    const key = slotTitleKey ?? placeKeys[slot]
    return key !== undefined && i18n.exists(key) ? t(key) : slot
  }
  return [
    {
      id: 'name',
      header: t('settings.fills.name'),
      cell: (row) => (
        <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {nameOf(row)}
        </Typography>
      ),
    },
    { id: 'place', header: t('settings.fills.place'), width: '28%', cell: place },
    {
      id: 'section',
      header: t('settings.release.section'),
      hideBelow: 'sm',
      width: '16%',
      cell: ({ of }) => sectionName(of),
    },
    { id: 'state', header: t('settings.release.state'), width: '28%', cell: (row) => <FillState row={row} /> },
  ]
}

/** A switch; where it does not fit, what it needs. */
function FillState({ row }: { readonly row: Row }) {
  const { t } = useTranslation()
  const name = useFillName()(row)
  const feedback = useFeedback()
  const refusal = useRefusal()
  const { may, reason } = usePermission('sections.switchFill')
  const { mutate, isPending } = useSwitchFill()
  const { section, slot, name: fill, misfit, isOff = false } = row
  if (misfit) {
    const { needs, has } = misfit
    const why =
      has === undefined ? t('settings.fills.noSlot', { slot }) : t('settings.fills.otherVersion', { slot, needs, has })
    return (
      <Typography variant="inherit" color="textSecondary" sx={{ whiteSpace: 'normal' }}>
        {why}
      </Typography>
    )
  }
  const change = (next: boolean, undo?: () => void) =>
    mutate(
      { params: { section, slot, fill }, body: { isOff: next } },
      {
        onSuccess: () =>
          feedback.success(
            t(next ? 'settings.fills.offNow' : 'settings.fills.onNow', { name }),
            undo && { label: t('settings.undo'), run: undo },
          ),
        onError: (error) => feedback.error(refusal(error)),
      },
    )
  return (
    <Toggle
      name={t('settings.fills.shown', { name })}
      checked={!isOff}
      disabled={!may || isPending}
      title={reason}
      onChange={() => change(!isOff, () => change(isOff))}
    />
  )
}
