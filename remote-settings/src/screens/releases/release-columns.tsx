import { Typography } from '@mui/material'
import type { DeployedSection } from '@pim/contract'
import type { usePermission } from '@pim/shell'
import { type Column, RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Misfits } from '../../parts/misfits.tsx'
import { releaseName } from '../../parts/release-name.ts'
import { ReleaseOfServer } from '../../parts/release-of-server.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useCanaryShare } from './canary-share.ts'
import type { ReleaseAction } from './release-action.ts'

type Permission = ReturnType<typeof usePermission>
const always: Permission = { may: true, reason: undefined }
const has = (isThere: boolean, reason: string): Permission => (isThere ? always : { may: false, reason })

export function useReleaseColumns(startAction: (action: ReleaseAction) => void): readonly Column<DeployedSection>[] {
  const { t } = useTranslation()
  const sectionName = useSectionName()
  const share = useCanaryShare()
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
      id: 'live',
      header: t('settings.release.live'),
      width: '26%',
      cell: ({ isElsewhere, live, releases, serverRelease }) => {
        if (isElsewhere) return t('settings.release.elsewhere')
        if (!live && !serverRelease && releases.length > 0) return t('settings.release.nothingLive')
        const id = live?.release ?? serverRelease
        return (
          <>
            {live ? <ReleaseSince release={live.release} at={live.at} /> : <ReleaseOfServer release={serverRelease} />}
            <Misfits of={releases.find(({ release }) => release === id)} />
          </>
        )
      },
    },
    {
      id: 'canary',
      header: t('settings.release.canary'),
      hideBelow: 'sm',
      width: '26%',
      cell: ({ canary, releases }) => {
        if (canary) {
          return (
            <>
              <ReleaseSince release={canary.release} at={canary.at} />
              <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
                {share(canary)}
              </Typography>
              {canary.reachedPeopleCount === 0 && (
                <Typography variant="caption" color="warning" component="div" sx={{ whiteSpace: 'normal' }}>
                  {t('settings.release.reachesNobody')}
                </Typography>
              )}
              <Misfits of={releases.find(({ release }) => release === canary.release)} />
              {(canary.failedPeopleCount ?? 0) > 0 && (
                <Typography variant="caption" color="error" component="div" sx={{ whiteSpace: 'normal' }}>
                  {t('settings.release.failedFor', { failed: canary.failedPeopleCount, people: canary.peopleCount })}
                </Typography>
              )}
            </>
          )
        }
        // The last attempt failed, and nobody has tried another one since.
        const [newest] = releases
        if (!newest?.takenBack) return '–'
        return (
          <Typography variant="inherit" color="error" sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
            {t('settings.release.wentBack', { release: releaseName(newest.release) })}
          </Typography>
        )
      },
    },
    {
      id: 'failures',
      header: t('settings.release.failureCount'),
      hideBelow: 'md',
      width: 96,
      align: 'right',
      cell: ({ live, serverRelease, canary, releases }) =>
        releases
          .filter(({ release }) => release === (live?.release ?? serverRelease) || release === canary?.release)
          .reduce((sum, { failureCount }) => sum + failureCount, 0),
    },
    {
      id: 'pins',
      header: t('settings.release.pins'),
      hideBelow: 'lg',
      width: '18%',
      cell: ({ pins }) => (pins.length === 0 ? '–' : pins.map(({ tenant }) => tenant).join(', ')),
    },
    {
      id: 'actions',
      header: t('settings.list.actionsOf'),
      isHeaderVisuallyHidden: true,
      width: 52,
      align: 'right',
      cell: (section) => {
        const run = (kind: ReleaseAction['kind']) => () => startAction({ kind, section })
        const choosable = has(section.releases.length > 0, t('settings.release.noRelease'))
        return section.isElsewhere ? null : (
          <RowMenu
            label={t('settings.list.actions', { name: sectionName(section) })}
            actions={[
              { label: t('settings.release.promote'), permission: choosable, run: run('promote') },
              { label: t('settings.release.try'), permission: choosable, run: run('canary') },
              {
                label: t('settings.release.endCanary'),
                permission: has(section.canary !== undefined, t('settings.release.noCanary')),
                run: run('endCanary'),
              },
              {
                label: t('settings.release.rollBack'),
                permission: section.canary
                  ? has(false, t('settings.release.canaryFirst'))
                  : has(section.live !== undefined, t('settings.release.isOfServer')),
                isDestructive: true,
                run: run('rollBack'),
              },
              { label: t('settings.release.changes'), permission: always, run: run('changes') },
            ]}
          />
        )
      },
    },
  ]
}

function ReleaseSince({ release, at }: { release: string; at: string }) {
  return (
    <>
      <span style={{ fontFamily: 'monospace' }}>{releaseName(release)}</span>
      <Typography variant="caption" color="textSecondary" component="div">
        <RelativeTime time={at} />
      </Typography>
    </>
  )
}
