import { Dialog, DialogTitle, Tab, Tabs, useMediaQuery, useTheme } from '@mui/material'
import type { Taxonomy } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportPanel } from './export-panel.tsx'
import { ImportPanel } from './import-panel.tsx'

interface ExchangeDialogProps {
  taxonomy: Taxonomy
  onClose: () => void
}

const panels = ['import', 'export'] as const

/** Concepts from a file and into one. An import is shown row by row before it is done. */
export function ExchangeDialog({ taxonomy, onClose }: ExchangeDialogProps) {
  const { t } = useTranslation()
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const importing = usePermission('taxonomies.importConcepts')
  const titleId = useId()
  const panelId = useId()
  const [shown, setShown] = useState<(typeof panels)[number]>(importing.may ? 'import' : 'export')
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="md"
      fullScreen={isNarrow}
      slotProps={{ paper: { sx: { height: { sm: 'min(720px, calc(100% - 64px))' } } } }}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('taxonomy.file.title', { name: taxonomy.friendlyName })}
      </DialogTitle>
      <Tabs
        value={shown}
        onChange={(_event, next: (typeof panels)[number]) => setShown(next)}
        aria-label={t('taxonomy.file.button')}
        sx={{ px: 3, flex: 'none', borderBottom: 1, borderColor: 'divider' }}
      >
        {panels.map((panel) => (
          <Tab
            key={panel}
            value={panel}
            id={`${panelId}-${panel}`}
            aria-controls={`${panelId}-panel`}
            label={t(`taxonomy.file.tab.${panel}`)}
            disabled={isBusy && shown !== panel}
          />
        ))}
      </Tabs>
      {shown === 'import' ? (
        <ImportPanel
          id={`${panelId}-panel`}
          labelledBy={`${panelId}-import`}
          taxonomy={taxonomy}
          permission={importing}
          isBusy={isBusy}
          onBusy={setBusy}
          onClose={onClose}
        />
      ) : (
        <ExportPanel id={`${panelId}-panel`} labelledBy={`${panelId}-export`} taxonomy={taxonomy} onClose={onClose} />
      )}
    </Dialog>
  )
}
