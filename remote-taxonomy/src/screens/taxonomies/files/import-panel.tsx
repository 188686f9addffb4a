import { Alert, Button, DialogActions, DialogContent, LinearProgress, Stack, Typography } from '@mui/material'
import type { ConceptImportResult, Taxonomy } from '@pim/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../taxonomies.api.ts'
import { formatOf, maxFileBytes, maxRowsOfOutcome, useImport, useRehearsal } from './exchange.api.ts'
import { useSaving } from './export-panel.tsx'
import { FileChoice } from './file-choice.tsx'
import { LastImport } from './last-import.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { RowCounts } from './row-counts.tsx'

interface ImportPanelProps {
  id: string
  labelledBy: string
  taxonomy: Taxonomy
  permission: { may: boolean; reason: string | undefined }
  isBusy: boolean
  /** While concepts are written, nothing leads out of the dialog. */
  onBusy: (isBusy: boolean) => void
  onClose: () => void
}

type EmptyCells = 'keep' | 'clear'

/** A file is chosen, what it would do is shown, and only that is done. */
export function ImportPanel({ id, labelledBy, taxonomy, permission, isBusy, onBusy, onClose }: ImportPanelProps) {
  const { t, i18n } = useTranslation()
  const params = { taxonomyId: taxonomy.taxonomyId }
  const [file, setFile] = useState<File>()
  const [emptyCells, setEmptyCells] = useState<EmptyCells>('keep')
  const [failure, setFailure] = useState<string>()
  const [isOutdated, setOutdated] = useState(false)
  const [result, setResult] = useState<ConceptImportResult>()
  const copy = useSaving(taxonomy)
  const rehearsal = useRehearsal()
  const { mutateAsync: execute } = useImport()
  const plan = file && !rehearsal.isPending && !rehearsal.isError ? rehearsal.data : undefined
  const changes = plan ? plan.counts.create + plan.counts.change + plan.counts.move : 0
  const isRefused = plan !== undefined && plan.counts.problem + plan.problems.length > 0
  const number = new Intl.NumberFormat(i18n.language)
  const reasonOf = (refusal: unknown) => problemOf(refusal)?.message ?? t('taxonomy.form.noReason')

  const rehearse = (chosen: File, empty: EmptyCells) => {
    setFile(chosen)
    setEmptyCells(empty)
    setFailure(undefined)
    rehearsal.reset()
    if (chosen.size > maxFileBytes) setFailure(t('taxonomy.file.tooLarge', { max: maxFileBytes / 2 ** 20 }))
    else
      rehearsal.mutate({
        params,
        query: { emptyCells: empty, format: formatOf(chosen.name), rows: maxRowsOfOutcome },
        file: chosen,
        fileName: chosen.name,
      })
  }
  const submit = async () => {
    if (!file || !plan) return
    setFailure(undefined)
    setOutdated(false)
    onBusy(true)
    try {
      const query = { emptyCells, format: formatOf(file.name), fingerprint: plan.fingerprint }
      setResult(await execute({ params, query, file, fileName: file.name }))
    } catch (refusal) {
      if (problemOf(refusal)?.code === 'PLAN_OUTDATED') {
        rehearse(file, emptyCells)
        setOutdated(true)
      } else setFailure(t('taxonomy.file.import.failed', { reason: reasonOf(refusal) }))
    }
    onBusy(false)
  }
  if (result) {
    return (
      <>
        <DialogContent
          id={id}
          role="tabpanel"
          aria-labelledby={labelledBy}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
        >
          <Stack role="status" sx={{ gap: 1, pt: 2 }}>
            <Typography variant="h3">{t('taxonomy.file.import.done', { name: taxonomy.friendlyName })}</Typography>
            <RowCounts counts={result.counts} />
          </Stack>
          <LastImport taxonomyId={taxonomy.taxonomyId} />
        </DialogContent>
        {/* With a key: a button that was there before would not take the focus. */}
        <DialogActions key="done">
          <Button variant="contained" autoFocus onClick={onClose}>
            {t('taxonomy.file.close')}
          </Button>
        </DialogActions>
      </>
    )
  }
  return (
    <>
      <DialogContent
        id={id}
        role="tabpanel"
        aria-labelledby={labelledBy}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2, overflow: 'auto' }}
      >
        {permission.reason !== undefined && (
          <Alert severity="info" variant="outlined" sx={{ mt: 2 }}>
            {permission.reason}
          </Alert>
        )}
        <FileChoice
          file={file}
          isDisabled={isBusy || rehearsal.isPending || !permission.may}
          emptyCells={emptyCells}
          onFile={(chosen) => {
            setOutdated(false)
            rehearse(chosen, emptyCells)
          }}
          onEmptyCells={(next) => (file ? rehearse(file, next) : setEmptyCells(next))}
        />
        {!file && <LastImport taxonomyId={taxonomy.taxonomyId} />}
        {!file && (
          <Typography variant="body2" color="textSecondary">
            {t('taxonomy.file.import.columns')}
          </Typography>
        )}
        <div role="status">
          {rehearsal.isPending && (
            <Stack sx={{ gap: 1 }}>
              <Typography variant="body2">{t('taxonomy.file.import.reading', { name: file?.name })}</Typography>
              <LinearProgress aria-label={t('taxonomy.file.import.reading', { name: file?.name })} />
            </Stack>
          )}
          {isBusy && (
            <Stack sx={{ gap: 1 }}>
              <Typography variant="body2">
                {t('taxonomy.file.import.writing', { count: changes, amount: number.format(changes) })}
              </Typography>
              <LinearProgress aria-label={t('taxonomy.file.tab.import')} />
            </Stack>
          )}
          {isOutdated && !rehearsal.isPending && (
            <Alert severity="warning" variant="outlined">
              {t('taxonomy.file.import.outdated')}
            </Alert>
          )}
        </div>
        {rehearsal.isError && (
          <Alert
            severity="error"
            variant="outlined"
            action={
              file && (
                <Button color="inherit" size="small" onClick={() => rehearse(file, emptyCells)}>
                  {t('taxonomy.file.again')}
                </Button>
              )
            }
          >
            {t('taxonomy.file.import.notRead', { reason: reasonOf(rehearsal.error) })}
          </Alert>
        )}
        {failure && (
          <Alert severity="error" variant="outlined">
            {failure}
          </Alert>
        )}
        {plan && <Rehearsal key={plan.fingerprint} plan={plan} />}
        {(!plan || changes > 0) && !isRefused && (
          <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 280px' }}>
              {t('taxonomy.file.import.undo')}
            </Typography>
            {taxonomy.conceptCount > 0 && (
              <Button size="small" variant="outlined" loading={copy.isSaving} onClick={() => void copy.save('csv')}>
                {t('taxonomy.file.import.copy')}
              </Button>
            )}
            {copy.failure && (
              <Typography role="alert" variant="body2" color="error">
                {copy.failure}
              </Typography>
            )}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={isBusy}
          disabled={!permission.may || !plan || isRefused || changes === 0}
          onClick={() => void submit()}
        >
          {changes > 0 && !isRefused
            ? t('taxonomy.file.import.confirm', { count: changes, amount: number.format(changes) })
            : t('taxonomy.file.tab.import')}
        </Button>
      </DialogActions>
    </>
  )
}
