import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuardedButton } from './guarded-button.tsx'
import { useHeldPanel } from './panel-hold.ts'

interface Fact {
  readonly label: string
  readonly value: string
}

interface EraseDialogProps {
  /** A question that names what goes: "Erase Camera for good?" */
  title: string
  /** What stays, and what cannot be brought back. */
  children: ReactNode
  /** What will go; `undefined` until it is known, and nothing can be erased before. */
  facts: readonly Fact[] | undefined
  failure: string | undefined
  isBusy: boolean
  /** What went: shown in place of the question. */
  report: readonly Fact[] | undefined
  onConfirm: () => void
  /** Also after the report was read. */
  onClose: () => void
}

/**
 * For what nothing brings back: says what will go, wants a word typed, and tells afterwards what went. The word is always
 * the same one: a name may be longer than anybody would type.
 */
export function EraseDialog({ title, children, facts, failure, isBusy, report, onConfirm, onClose }: EraseDialogProps) {
  const { t } = useTranslation()
  useHeldPanel(true)
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const textId = useId()
  const word = t('ui.erase.word')
  const isTyped = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase()
  const unknown = facts ? undefined : (failure ?? t('ui.erase.counting'))
  const lacking = unknown ?? (isTyped ? undefined : t('ui.erase.type', { word }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (lacking === undefined && !isBusy) onConfirm()
  }
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {report ? t('ui.erase.done') : title}
      </DialogTitle>
      {report ? (
        <>
          <DialogContent id={textId}>
            <Facts facts={report} />
          </DialogContent>
          <DialogActions>
            {/* Another button than the one before: it takes the focus when it appears. */}
            <Button key="close" autoFocus variant="contained" onClick={onClose}>
              {t('ui.erase.close')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <form onSubmit={submit}>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0 }}>
            <Box id={textId} sx={{ display: 'grid', gap: 2 }}>
              <Typography color="textSecondary">{children}</Typography>
              {facts ? <Facts facts={facts} /> : !failure && <Skeleton variant="rounded" height={96} />}
            </Box>
            {failure && <Alert severity="error">{failure}</Alert>}
            <TextField
              autoFocus
              fullWidth
              size="small"
              autoComplete="off"
              label={t('ui.erase.type', { word })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={isBusy}>
              {t('ui.cancel')}
            </Button>
            <GuardedButton
              type="submit"
              variant="contained"
              color="error"
              loading={isBusy}
              permission={{ may: lacking === undefined, reason: lacking }}
            >
              {t('ui.erase.confirm')}
            </GuardedButton>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.5, m: 0 }}>
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
