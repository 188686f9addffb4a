import { Box, Portal } from '@mui/material'
import { partOnDemand } from '@pim/ui'
import { useStore } from 'zustand'
import type { FeedbackMessageProps } from './feedback-message.tsx'
import type { FeedbackStore } from './feedback-store.ts'

/** Comes with the first message, or when the page is at rest. */
const FeedbackMessage = partOnDemand<FeedbackMessageProps>(
  async () => (await import('./feedback-message.tsx')).FeedbackMessage,
)

export const fetchFeedbackMessage = FeedbackMessage.prefetch

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
