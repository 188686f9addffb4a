import CloseIcon from '@mui/icons-material/Close'
import { Alert, Box, Button, IconButton, Portal } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { FeedbackItem, FeedbackStore } from './feedback-store.ts'

export const toastMs = 2_000

/** The toasts at the bottom left, newest last. A toast stays while it is hovered or focused; its action stays after it. */
export function FeedbackList({ store }: { store: FeedbackStore }) {
  const items = useStore(store.store)
  return (
    <Portal>
      <Box
        sx={{
          position: 'fixed',
          left: { xs: 16, sm: 24 },
          right: { xs: 16, sm: 'auto' },
          bottom: { xs: 72, md: 24 },
          zIndex: 'snackbar',
          display: 'flex',
          flexDirection: 'column',
          gap: 1,
          maxWidth: 480,
          pointerEvents: 'none',
        }}
      >
        {items.map((item) => (
          <FeedbackMessage
            key={item.id}
            item={item}
            onDismiss={() => store.dismiss(item.id)}
            onExpire={() => store.expire(item)}
          />
        ))}
      </Box>
    </Portal>
  )
}

interface FeedbackMessageProps {
  item: FeedbackItem
  onDismiss: () => void
  onExpire: () => void
}

function FeedbackMessage({ item, onDismiss, onExpire }: FeedbackMessageProps) {
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
