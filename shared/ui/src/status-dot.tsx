import { Box, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { onPaper } from './theme/on-paper.ts'

/**
 * The states of a content variation that staff tell apart. `draftOverLive`: a draft whose earlier snapshot is still
 * published.
 */
export type StatusLook = 'draft' | 'draftOverLive' | 'published' | 'unpublished' | 'archived'

export interface DotLook {
  color: 'success.main' | 'primary.main' | 'warning.main' | 'error.main' | 'text.secondary'
  fill: 'full' | 'half' | 'ring'
}

/** Green is published, amber waits for work, grey is no longer in use. */
const looks: Record<StatusLook, DotLook> = {
  draft: { color: 'warning.main', fill: 'ring' },
  draftOverLive: { color: 'warning.main', fill: 'half' },
  published: { color: 'success.main', fill: 'full' },
  unpublished: { color: 'text.secondary', fill: 'half' },
  archived: { color: 'text.secondary', fill: 'ring' },
}

const fills = {
  full: 'currentColor',
  half: 'linear-gradient(90deg, currentColor 50%, transparent 50%)',
  ring: 'transparent',
}

interface Variation {
  status: 'draft' | 'published' | 'unpublished' | 'archived'
  hasUnpublishedChanges: boolean
  publishedVersion?: number | null
}

/**
 * Works out the state to show. Rows of lists have no `publishedVersion`; there `hasUnpublishedChanges` says that a
 * snapshot is live.
 */
export function statusLookOf({ status, hasUnpublishedChanges, publishedVersion }: Variation): StatusLook {
  const isLive = publishedVersion === undefined ? hasUnpublishedChanges : publishedVersion !== null
  return status === 'draft' && isLive ? 'draftOverLive' : status
}

export function StatusDot({ status }: { status: StatusLook }) {
  const { t } = useTranslation()
  return <StateDot look={looks[status]} label={t(`ui.status.${status}`)} />
}

/** A dot and a word. The dots differ in fill as well as in colour, for users who do not see the colours. */
export function StateDot({ look: { color, fill }, label }: { look: DotLook; label: string }) {
  return (
    <Typography component="span" variant="inherit" noWrap sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        className={onPaper}
        sx={{
          flex: 'none',
          width: 9,
          height: 9,
          borderRadius: '50%',
          color,
          border: '1.5px solid currentColor',
          background: fills[fill],
        }}
      />
      {label}
    </Typography>
  )
}
