import CloudDoneIcon from '@mui/icons-material/CloudDoneOutlined'
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import SyncIcon from '@mui/icons-material/Sync'
import { Button, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { relativeTime } from '@pim/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'

const icons = {
  saved: CloudDoneIcon,
  waiting: EditIcon,
  saving: SyncIcon,
  failed: CloudOffIcon,
  conflict: ErrorIcon,
  invalid: ErrorIcon,
}

/** Whether the server has what is on the screen, in words; where it has not, what to do. */
export function SaveState({ draft, summary }: { draft: ItemDraft; summary: DraftSummary }) {
  const { t, i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const { state, savedAt, failure, conflicts } = summary
  const Icon = icons[state]
  const when = savedAt
    ? relativeTime(new Date(savedAt).toISOString(), Math.max(now, savedAt), i18n.language, t('ui.time.now'))
    : undefined
  const isUnknown = state === 'failed' && failure instanceof ApiError && failure.isOutcomeUnknown
  const reason = failure instanceof ApiError ? (failure.problem?.message ?? '') : ''
  return (
    <Stack
      direction="row"
      role="status"
      sx={{ alignItems: 'center', gap: 0.75, color: 'text.secondary', minHeight: 32 }}
    >
      <Icon
        fontSize="small"
        color={state === 'saved' || state === 'saving' || state === 'waiting' ? 'inherit' : 'error'}
      />
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {state === 'saved' && when
          ? t('content.save.savedAt', { when })
          : t(`content.save.${isUnknown ? 'unknown' : state}`, { count: conflicts.length, reason })}
      </Typography>
      {state === 'failed' && (
        <Button size="small" onClick={() => void draft.flush()} sx={{ flex: 'none' }}>
          {t('content.save.retry')}
        </Button>
      )}
    </Stack>
  )
}
