import { Box, Paper, Typography } from '@mui/material'
import type { TenantSection } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { type Column, DataTable, EmptyState, ErrorState, PageHeader, StateDot } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Readable } from '../../parts/readable.tsx'
import { useRefusal } from '../../parts/refusal.ts'
import { releaseName } from '../../parts/release-name.ts'
import { ReleaseOfServer } from '../../parts/release-of-server.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useSectionName } from '../../parts/use-section-name.ts'
import { FillTable } from './fill-table.tsx'
import { PermissionsDialog } from './permissions-dialog.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { SectionSettingsDialog } from './section-settings-dialog.tsx'
import { usePinSection, useTenantSections, useUnpinSection } from './sections.api.ts'

/** The sections of the tenant: which release of each its people get, and whether it stays with one. */
export function Sections() {
  const { t } = useTranslation()
  return (
    <Readable reads="sections.getTenantSections" title={t('settings.page.sections')}>
      <SectionTable />
    </Readable>
  )
}

function SectionTable() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useTenantSections()
  const [pinning, setPinning] = useState<TenantSection>()
  const [permitting, setPermitting] = useState<TenantSection>()
  const [setting, setSetting] = useState<TenantSection>()
  const columns = useSectionColumns({ pin: setPinning, permit: setPermitting, set: setSetting })
  const sectionName = useSectionName()
  return (
    <>
      <PageHeader title={t('settings.page.sections')} count={data?.length} />
      {isError && !data ? (
        <ErrorState title={t('settings.release.failed')} onRetry={() => void refetch()} />
      ) : (
        <Box sx={{ minHeight: 0, overflow: 'auto' }}>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720 }}>
            {t('settings.sections.about')}
          </Typography>
          <Paper variant="outlined" sx={{ mb: 3, overflow: 'hidden' }}>
            <DataTable<TenantSection>
              label={t('settings.page.sections')}
              columns={columns}
              rows={data}
              rowId={({ section }) => section}
              rowLabel={sectionName}
              expectedRows={4}
              empty={<EmptyState title={t('settings.release.noSection')} />}
            />
          </Paper>
          {data && <FillTable sections={data} />}
        </Box>
      )}
      {pinning && <PinDialog section={pinning} onClose={() => setPinning(undefined)} />}
      {setting && <SectionSettingsDialog section={setting} onClose={() => setSetting(undefined)} />}
      {permitting && <PermissionsDialog section={permitting} onClose={() => setPermitting(undefined)} />}
    </>
  )
}

interface SectionActions {
  pin: (section: TenantSection) => void
  /** Opens what the section's own rights take. */
  permit: (section: TenantSection) => void
  /** Opens the section's own settings. */
  set: (section: TenantSection) => void
}

function useSectionColumns({ pin, permit, set }: SectionActions): readonly Column<TenantSection>[] {
  const { t } = useTranslation()
  const sectionName = useSectionName()
  const pinning = usePermission('sections.pinSection')
  const changing = usePermission('tenants.changeTenant')
  const follow = useFollowAgain()
  return [
    {
      id: 'name',
      header: t('settings.release.section'),
      cell: (section) => (
        <Typography variant="inherit" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {sectionName(section)}
        </Typography>
      ),
    },
    {
      id: 'release',
      header: t('settings.release.release'),
      width: '30%',
      cell: ({ isElsewhere, pinnedRelease, liveRelease, serverRelease }) => {
        if (isElsewhere) return t('settings.release.elsewhere')
        const release = pinnedRelease ?? liveRelease
        return release === undefined ? (
          <ReleaseOfServer release={serverRelease} />
        ) : (
          <span style={{ fontFamily: 'monospace' }}>{releaseName(release)}</span>
        )
      },
    },
    {
      id: 'state',
      header: t('settings.release.state'),
      hideBelow: 'sm',
      width: '30%',
      cell: ({ pinnedRelease, canaryRelease }) => {
        if (pinnedRelease !== undefined) {
          return <StateDot look={{ color: 'warning.main', fill: 'full' }} label={t('settings.sections.pinned')} />
        }
        return canaryRelease === undefined ? (
          <StateDot look={{ color: 'success.main', fill: 'full' }} label={t('settings.sections.follows')} />
        ) : (
          <StateDot
            look={{ color: 'primary.main', fill: 'half' }}
            label={t('settings.sections.tries', { release: releaseName(canaryRelease) })}
          />
        )
      },
    },
    {
      id: 'actions',
      header: t('settings.list.actionsOf'),
      isHeaderVisuallyHidden: true,
      width: 52,
      align: 'right',
      cell: (section) => {
        const { isElsewhere, pinnedRelease, releases, permissions, settings } = section
        const nothing = { may: false, reason: t('settings.release.noRelease') }
        return isElsewhere && permissions === undefined && settings === undefined ? null : (
          <RowMenu
            label={t('settings.list.actions', { name: sectionName(section) })}
            actions={[
              ...(settings === undefined
                ? []
                : [{ label: t('settings.sections.settings'), permission: changing, run: () => set(section) }]),
              ...(permissions === undefined
                ? []
                : [
                    {
                      label: t('settings.sections.permissions'),
                      permission: changing,
                      run: () => permit(section),
                    },
                  ]),
              ...(isElsewhere
                ? []
                : [
                    {
                      label: t('settings.sections.pin'),
                      permission: releases.length === 0 ? nothing : pinning,
                      run: () => pin(section),
                    },
                  ]),
              ...(pinnedRelease === undefined
                ? []
                : [{ label: t('settings.sections.follow'), permission: pinning, run: () => follow(section) }]),
            ]}
          />
        )
      },
    },
  ]
}

/** Takes the pin away at once: putting it back is one step, which the toast offers. */
function useFollowAgain() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const sectionName = useSectionName()
  const unpin = useUnpinSection()
  const pin = usePinSection()
  return (section: TenantSection) => {
    const params = { section: section.section }
    const before = section.pinnedRelease
    const undo = () => {
      if (before === undefined) return
      pin.mutate({ params, body: { release: before } }, { onError: (error) => feedback.error(refusal(error)) })
    }
    unpin.mutate(
      { params },
      {
        onSuccess: () =>
          feedback.success(t('settings.sections.followsNow', { section: sectionName(section) }), {
            label: t('settings.undo'),
            run: undo,
          }),
        onError: (error) => feedback.error(refusal(error)),
      },
    )
  }
}
