import { Box, Button, Typography } from '@mui/material'
import type { ChangedSince, WhenChanged } from '@pim/contract'
import { RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { UserName } from '../../user-name.tsx'

/** Below the name of a field: who has changed its value since the last import, and whether that stays. */
export function ChangedSinceNote({ choice, by, at }: Partial<Pick<ChangedSince, 'choice' | 'by' | 'at'>>) {
  const { t } = useTranslation()
  if (choice === undefined || by === undefined || at === undefined) return null
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="caption" component="div" sx={{ fontWeight: 600 }}>
        {t(`kit.bulk.row.changedSince.${choice}`)}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        <UserName userId={by} /> · <RelativeTime time={at} />
      </Typography>
    </Box>
  )
}

interface ChangedSinceChoiceProps {
  changedSince: readonly ChangedSince[]
  name: string
  onChoose: (whenChanged: WhenChanged) => void
}

/** The other choice for all such values of a row. */
export function ChangedSinceChoice({ changedSince, name, onChoose }: ChangedSinceChoiceProps) {
  const { t } = useTranslation()
  const [first] = changedSince
  if (first === undefined) return null
  const other = first.choice === 'keep' ? 'replace' : 'keep'
  return (
    <Button size="small" aria-label={t(`kit.bulk.row.${other}Of`, { name })} onClick={() => onChoose(other)}>
      {t(`kit.bulk.row.${other}`)}
    </Button>
  )
}
