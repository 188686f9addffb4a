import ExtensionOffIcon from '@mui/icons-material/ExtensionOffOutlined'
import { Button, Stack } from '@mui/material'
import { EmptyState } from '@pim/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureReason } from './section-failure.ts'
import type { Section } from './sections.ts'
import { useSectionTitle } from './use-section-title.ts'

interface UnavailablePanelProps {
  section: Section
  reason: FailureReason
  isRetrying: boolean
  onRetry: () => void
}

/** What a new page mends: a shell or a release of the section that was replaced since this page was opened. */
const mendedByReload: readonly FailureReason[] = ['incompatible', 'incomplete', 'outdated']

/** What the network of the browser explains while there is none. */
const fromNetwork: readonly FailureReason[] = ['unreachable', 'timeout', 'style', 'incomplete']

/** Shown in place of a section that cannot be loaded: names the section and the reason, and offers a retry. */
export function UnavailablePanel({ section, reason, isRetrying, onRetry }: UnavailablePanelProps) {
  const { t } = useTranslation()
  const title = useSectionTitle()(section)
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  const said = !isOnline && fromNetwork.includes(reason) ? 'offline' : reason
  const isReloadOffered = said === reason && mendedByReload.includes(reason)
  return (
    <div role="alert">
      <EmptyState
        icon={<ExtensionOffIcon />}
        title={t('shell.section.unavailable', { title })}
        description={t(`shell.section.unavailable.${said}`, { title })}
        action={
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
            {isReloadOffered && (
              <Button variant="contained" onClick={() => location.reload()}>
                {t('shell.section.reload')}
              </Button>
            )}
            <Button variant={isReloadOffered ? 'outlined' : 'contained'} loading={isRetrying} onClick={onRetry}>
              {t('shell.section.retry', { title })}
            </Button>
          </Stack>
        }
      />
    </div>
  )
}

function followNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
