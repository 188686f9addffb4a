import { Alert, Button, Paper, Stack, TextField } from '@mui/material'
import { useFeedback } from '@pim/shell'
import {
  CompletenessBar,
  ConfirmDialog,
  FilterMenu,
  PageHeader,
  RelativeTime,
  SearchField,
  StatusDot,
  type StatusLook,
} from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const statuses: StatusLook[] = ['draft', 'draftOverLive', 'published', 'unpublished', 'archived']
const row = { direction: 'row', useFlexGap: true, sx: { gap: 1.5, flexWrap: 'wrap', alignItems: 'center' } } as const

/** The components of `@pim/ui` in their states, for trying them in both colour schemes and by keyboard. */
export function PartsPage() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [isAsking, setAsking] = useState(false)
  const [openedAt] = useState(() => new Date().toISOString())
  return (
    <Stack sx={{ gap: 3, pb: 4 }}>
      <PageHeader
        title={t('shell.prototype.minimal-mui-test')}
        count={statuses.length}
        after={<RelativeTime time={openedAt} />}
        actions={<Button variant="contained">{t('shell.prototype.try')}</Button>}
      />
      <Paper variant="outlined" sx={{ p: 3, display: 'grid', gap: 3 }}>
        <Stack {...row}>
          {(['contained', 'outlined', 'text'] as const).map((variant) => (
            <Button
              key={variant}
              variant={variant}
              onClick={() => feedback[variant === 'contained' ? 'success' : 'info'](t('shell.prototype.tried'))}
            >
              {t('shell.prototype.try')}
            </Button>
          ))}
          <Button variant="outlined" color="error" onClick={() => feedback.error(t('shell.prototype.failed'))}>
            {t('shell.prototype.failed')}
          </Button>
          <Button color="error" onClick={() => setAsking(true)}>
            {t('shell.prototype.delete')}
          </Button>
          <Button variant="contained" disabled>
            {t('shell.prototype.try')}
          </Button>
        </Stack>
        <Stack {...row}>
          <SearchField label={t('shell.prototype.search')} value={search} onChange={setSearch} />
          <FilterMenu
            label={t('shell.prototype.status')}
            options={statuses.map((status) => ({ value: status, label: t(`ui.status.${status}`) }))}
            selected={chosen}
            onChange={setChosen}
          />
          <TextField label={t('shell.prototype.itemName')} sx={{ width: 220 }} />
        </Stack>
        <Stack {...row}>
          {statuses.map((status) => (
            <StatusDot key={status} status={status} />
          ))}
        </Stack>
        <Stack {...row}>
          {[0, 40, 80, 100].map((value) => (
            <CompletenessBar key={value} value={value} />
          ))}
        </Stack>
        {(['success', 'info', 'warning', 'error'] as const).map((severity) => (
          <Alert key={severity} severity={severity}>
            {t('shell.prototype.description')}
          </Alert>
        ))}
      </Paper>
      <ConfirmDialog
        open={isAsking}
        title={t('shell.prototype.deleteTitle')}
        confirmLabel={t('shell.prototype.deleteConfirm')}
        isDestructive
        onConfirm={() => setAsking(false)}
        onCancel={() => setAsking(false)}
      >
        {t('shell.prototype.deleteText')}
      </ConfirmDialog>
    </Stack>
  )
}
