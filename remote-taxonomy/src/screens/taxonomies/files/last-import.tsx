import { Alert, Box, Typography } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import type { ConceptImportUndone } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { ConfirmDialog, GuardedButton, RelativeTime } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemOf } from '../taxonomies.api.ts'

/** The last import into a taxonomy, which can be taken back, and what came of that. */
export function LastImport({ taxonomyId }: { taxonomyId: string }) {
  const { t, i18n } = useTranslation()
  const params = { taxonomyId }
  const { data } = useApiQuery('taxonomies.getLastConceptImport', { params }, { failureGoesTo: 'screen' })
  const { mutateAsync, isPending } = useApiMutation('taxonomies.undoConceptImport', {
    failureGoesTo: 'screen',
    call: { timeout: 0 },
  })
  const permission = usePermission('taxonomies.undoConceptImport')
  const [isAsked, setAsked] = useState(false)
  const [undone, setUndone] = useState<ConceptImportUndone>()
  const [failure, setFailure] = useState<string>()
  const number = new Intl.NumberFormat(i18n.language)
  const last = data?.last
  const undo = async (importId: string) => {
    setFailure(undefined)
    try {
      setUndone(await mutateAsync({ params, body: { importId } }))
    } catch (refusal) {
      const problem = problemOf(refusal)
      const reason = problem?.message ?? t('taxonomy.form.noReason')
      setFailure(
        problem?.code === 'NOT_FOUND' ? t('taxonomy.file.undo.tooLate') : t('taxonomy.file.undo.failed', { reason }),
      )
    }
    setAsked(false)
  }
  if (undone) return <Undone undone={undone} />
  const counts = { created: number.format(last?.createdCount ?? 0), changed: number.format(last?.changedCount ?? 0) }
  return (
    <>
      {failure && (
        <Alert severity="error" variant="outlined">
          {failure}
        </Alert>
      )}
      {last && (
        <Alert
          severity="info"
          variant="outlined"
          // On a narrow screen the button stands below the words.
          sx={{
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            '& .MuiAlert-message': { flex: { xs: '1 1 60%', sm: '0 1 auto' } },
          }}
          action={
            <GuardedButton permission={permission} color="inherit" size="small" onClick={() => setAsked(true)}>
              {t('taxonomy.file.undo.button')}
            </GuardedButton>
          }
        >
          {t('taxonomy.file.undo.last', counts)}
          <Typography variant="caption" color="textSecondary" component="div">
            <RelativeTime time={last.madeAt} />
          </Typography>
        </Alert>
      )}
      <ConfirmDialog
        open={isAsked && last != null}
        title={t('taxonomy.file.undo.title')}
        confirmLabel={t('taxonomy.file.undo.button')}
        isDestructive
        isBusy={isPending}
        onConfirm={() => last && void undo(last.importId)}
        onCancel={() => setAsked(false)}
      >
        {t('taxonomy.file.undo.what', counts)}
      </ConfirmDialog>
    </>
  )
}

function Undone({ undone: { restoredCount, deletedCount, left, leftCount } }: { undone: ConceptImportUndone }) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Alert severity={leftCount > 0 ? 'warning' : 'success'} variant="outlined" role="status">
      {t('taxonomy.file.undo.done', { restored: number.format(restoredCount), deleted: number.format(deletedCount) })}
      {leftCount > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: 1 }}>
            {t('taxonomy.file.undo.left', { count: leftCount, amount: number.format(leftCount) })}
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 240, overflow: 'auto' }}>
            {left.map(({ conceptId, name, reason }) => (
              <li key={conceptId}>
                <bdi>{name}</bdi>: {t(`taxonomy.file.undo.reason.${reason}`)}
              </li>
            ))}
          </Box>
          {leftCount > left.length && t('taxonomy.file.undo.more', { amount: number.format(leftCount - left.length) })}
        </>
      )}
    </Alert>
  )
}
