import CloseIcon from '@mui/icons-material/Close'
import { Alert, Box, Button, IconButton, Portal } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { FeedbackItem, FeedbackStore } from './feedback-store.ts'

export const hiddenAfter = 2_000
/** A message that offers something to do has to be read and reached. */
const hiddenAfterWithAction = 8_000

/** Messages at the bottom left, the newest lowest. They wait while they are pointed at or have the focus. */
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
          <FeedbackMessage key={item.id} item={item} onDismiss={() => store.dismiss(item.id)} />
        ))}
      </Box>
    </Portal>
  )
}

function FeedbackMessage({ item, onDismiss }: { item: FeedbackItem; onDismiss: () => void }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const { action } = item
  const delay = action ? hiddenAfterWithAction : hiddenAfter
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew only when the message is let go of.
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onDismiss, delay)
    return () => clearTimeout(timer)
  }, [isHeld, delay])

  return (
    <Alert
      variant="filled"
      severity={item.type}
      role={item.type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
