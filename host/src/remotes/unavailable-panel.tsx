import ExtensionOffIcon from '@mui/icons-material/ExtensionOffOutlined'
import { Button } from '@mui/material'
import { EmptyState } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'
import { useSectionTitle } from './use-section-title.ts'

interface UnavailablePanelProps {
  section: Section
  reason: SectionFailure['reason']
  onRetry: () => void
}

/** Shown in place of a section that cannot be loaded: names the section and the reason, and offers a retry. */
export function UnavailablePanel({ section, reason, onRetry }: UnavailablePanelProps) {
  const { t } = useTranslation()
  const title = useSectionTitle()(section)
  return (
    <div role="alert">
      <EmptyState
        icon={<ExtensionOffIcon />}
        title={t('shell.section.unavailable', { title })}
        description={t(`shell.section.unavailable.${reason}`, { title })}
        action={
          <Button variant="contained" onClick={onRetry}>
            {t('shell.section.retry', { title })}
          </Button>
        }
      />
    </div>
  )
}
