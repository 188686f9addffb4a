import CloseIcon from '@mui/icons-material/Close'
import { Button, IconButton, Paper, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { FeedbackStore } from './feedback-store.ts'

interface FeedbackOffersProps {
  store: FeedbackStore
  /** The section on the screen; its offers go when it is left. */
  section: string | undefined
}

/** The actions of toasts that have closed, above the screen on which they were caused. */
export function FeedbackOffers({ store, section }: FeedbackOffersProps) {
  const { t } = useTranslation()
  const offers = useStore(store.offers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they go with the section
  useEffect(() => store.withdrawAll, [store, section])
  if (offers.length === 0) return null
  return (
    <Stack component="section" aria-label={t('shell.feedback.offers')} sx={{ gap: 0.5, mb: 1.5, flex: 'none' }}>
      {offers.map(({ id, message, action }) => (
        <Paper
          key={id}
          variant="outlined"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.5, pr: 0.5, alignSelf: 'start', maxWidth: '100%' }}
        >
          <Typography variant="body2" color="textSecondary" noWrap title={message}>
            {message}
          </Typography>
          <Button
            size="small"
            sx={{ flex: 'none' }}
            onClick={() => {
              store.withdraw(id)
              action.run()
            }}
          >
            {action.label}
          </Button>
          <IconButton size="small" aria-label={t('shell.feedback.dismiss')} onClick={() => store.withdraw(id)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Paper>
      ))}
    </Stack>
  )
}
