import { Button, Dialog, DialogActions, DialogContent, DialogTitle, List, ListItem, ListItemText } from '@mui/material'
import { UserName } from '@pim/content-kit'
import type { DeployedSection, SectionChange } from '@pim/contract'
import { EmptyState, RelativeTime } from '@pim/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { releaseName } from '../../parts/release-name.ts'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useCanaryShare } from './canary-share.ts'

/** Who did what with the releases of a section, the newest first. */
export function ChangesDialog({ section, onClose }: { section: DeployedSection; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const name = useSectionName()(section)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.release.changesTitle', { section: name })}
      </DialogTitle>
      <DialogContent>
        {section.changes.length === 0 ? (
          <EmptyState title={t('settings.release.noChanges')} />
        ) : (
          <List dense disablePadding>
            {section.changes.map((change) => (
              <Change key={`${change.at} ${change.action} ${change.release}`} change={change} />
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('settings.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

const isPerson = (by: string): boolean => /^[0-9a-f]{8}-/.test(by)

function Change({ change }: { change: SectionChange }) {
  const { t } = useTranslation()
  const share = useCanaryShare()
  const { action, at, by, key, percent, reason, release, tenants } = change
  const what = t(`settings.release.did.${action}`, {
    key,
    release: release === undefined ? t('settings.release.ofServer') : releaseName(release),
  })
  const whom = percent === undefined && tenants === undefined ? '' : ` · ${share(change)}`
  return (
    <ListItem disableGutters>
      <ListItemText
        primary={what + whom}
        secondary={
          <>
            {isPerson(by) ? <UserName userId={by} /> : by} · <RelativeTime time={at} />
            {reason !== undefined && <div>{reason}</div>}
          </>
        }
        slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } }, secondary: { component: 'div' } }}
      />
    </ListItem>
  )
}
