import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlined'
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

interface ErrorStateProps {
  /** What failed: "The history could not be loaded". */
  title: string
  /** What was kept and what to do. Default: that trying again may help. */
  description?: string
  onRetry?: () => void
}

/** Shown in place of a part of a screen that failed to load, while the other parts stay usable. */
export function ErrorState({ title, description, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        title={title}
        description={description ?? t('ui.error.description')}
        icon={<ErrorOutlineIcon color="error" />}
        action={
          onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              {t('ui.error.retry')}
            </Button>
          )
        }
      />
    </div>
  )
}
