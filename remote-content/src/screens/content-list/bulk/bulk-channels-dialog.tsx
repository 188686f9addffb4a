import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { ChannelBoxes, useChannels, whenComplete } from '@pim/content-kit'
import { usePartProblemWords, useProblemWords } from '@pim/content-kit/plan'
import type { SearchContentDocument } from '@pim/contract'
import { channelsWith } from '@pim/field-types'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChangedChannels, type ChannelChange, channelChanges } from './channel-change.ts'
import { type ChannelOutcome, useChangeChannels } from './use-change-channels.ts'

interface BulkChannelsDialogProps {
  rows: readonly SearchContentDocument[]
  onClose: () => void
  onDone: () => void
}

const kinds: readonly ChannelChange['kind'][] = ['add', 'takeOut']

/** Adds the rows to channels or takes them out; says beforehand how many of them change. */
export function BulkChannelsDialog({ rows, onClose, onDone }: BulkChannelsDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { channels: allChannels } = useChannels()
  const problemOf = useProblemWords()
  const partProblemOf = usePartProblemWords()
  const send = useChangeChannels()
  const titleId = useId()
  // The rows are fixed when the dialog opens, because the list below may change meanwhile.
  const [targets] = useState(rows)
  const channels = channelsWith(allChannels, targets[0]?.variationId ?? '')
  const [change, setChange] = useState<ChannelChange>({ kind: 'add', channels: [] })
  const [isSending, setSending] = useState(false)
  const [failed, setFailed] = useState<ChannelOutcome['failed']>()
  const all = channels.map(({ technicalName }) => technicalName)
  const { changed, leftWithNone } = channelChanges(targets, change, all)

  const noChange = changed.length === 0 ? t('content.bulk.channelsNothing') : undefined
  const fault = change.channels.length === 0 ? t('kit.missing', { fields: t('content.channels.label') }) : noChange
  const takeBack = async (back: readonly ChangedChannels[]) => {
    try {
      const outcome = await send(back)
      if (outcome.failed.length > 0) feedback.error(t('content.bulk.failed', { count: outcome.failed.length }))
      else feedback.success(t('content.bulk.channelsBack', { count: outcome.back.length }))
    } catch (failure) {
      feedback.error(problemOf(failure))
    }
  }
  const submit = async () => {
    setSending(true)
    try {
      const outcome = await send(changed)
      if (outcome.back.length > 0)
        feedback.success(t('content.bulk.channelsDone', { count: outcome.back.length }), {
          label: t('content.delete.undo'),
          run: () => void takeBack(outcome.back),
        })
      if (outcome.failed.length > 0) return setFailed(outcome.failed)
      onClose()
      onDone()
    } catch (failure) {
      feedback.error(problemOf(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog open onClose={isSending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('content.bulk.channelsTitle', { count: targets.length })}
      </DialogTitle>
      <DialogContent>
        {failed ? (
          <Alert severity="warning">
            {t('content.bulk.failed', { count: failed.length })}
            {failed.map(({ row, problem }) => (
              <Typography key={row.contentVariationId} variant="body2">
                {row.name}: {partProblemOf(problem)}
              </Typography>
            ))}
          </Alert>
        ) : (
          <>
            <RadioGroup
              row
              aria-label={t('content.bulk.channelsHow')}
              value={change.kind}
              onChange={(_, value) => {
                const kind = kinds.find((each) => each === value)
                if (kind) setChange({ ...change, kind })
              }}
            >
              {kinds.map((kind) => (
                <FormControlLabel
                  key={kind}
                  value={kind}
                  control={<Radio size="small" />}
                  label={t(`content.bulk.channels.${kind}`)}
                />
              ))}
            </RadioGroup>
            <Box sx={{ mt: 1 }}>
              <ChannelBoxes
                names={all}
                chosen={change.channels}
                onChange={(chosen) => setChange({ ...change, channels: chosen })}
              />
            </Box>
            <Typography variant="body2" role="status" sx={{ mt: 1, minHeight: 40 }}>
              {change.channels.length > 0 && noChange}
              {leftWithNone > 0 && ` ${t('content.bulk.channelsNone', { count: leftWithNone })}`}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('content.bulk.channelsHint')}
            </Typography>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {failed ? (
          <Button
            onClick={() => {
              onClose()
              onDone()
            }}
          >
            {t('content.history.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isSending}>
              {t('ui.cancel')}
            </Button>
            <GuardedButton
              variant="contained"
              permission={whenComplete(fault)}
              loading={isSending}
              onClick={() => void submit()}
            >
              {t('content.bulk.channelsConfirm', { count: changed.length })}
            </GuardedButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
