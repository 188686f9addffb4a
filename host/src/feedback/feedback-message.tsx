import CloseIcon from '@mui/icons-material/Close'
import { Alert, Button, IconButton } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FeedbackItem } from './feedback-store.ts'

/** From when it is drawn. */
export const toastMs = 2_000

export interface FeedbackMessageProps {
  item: FeedbackItem
  onDismiss: () => void
  onExpire: () => void
}

/** One toast. */
export function FeedbackMessage({ item, onDismiss, onExpire }: FeedbackMessageProps) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
  const { action } = item
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer restarts only when the pointer or the focus leaves the message.
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onExpire, toastMs)
    return () => clearTimeout(timer)
  }, [isPaused])

  return (
    <Alert
      variant="filled"
      severity={item.type}
      role={item.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      sx={{ boxShadow: 6, pointerEvents: 'auto', alignItems: 'center' }}
      action={
        <>
          {action && (
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                onDismiss()
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton color="inherit" size="small" aria-label={t('shell.feedback.dismiss')} onClick={onDismiss}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </>
      }
    >
      {item.message}
    </Alert>
  )
}
