import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { changedTexts } from '@pim/content-kit/fields'
import { MarkedWords } from '@pim/content-kit/plan'
import type { ContentType } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { fileFieldOf } from '@pim/field-types/facts'
import { FieldCell } from '@pim/field-types/react'
import { EmptyState, ErrorState, GuardedButton } from '@pim/ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EraseFormerFile } from './erase-former-file.tsx'

interface CompareDialogProps {
  contentVariationId: string
  from: number
  to: number
  type: ContentType
  onClose: () => void
  onRestore: (() => void) | undefined
  isBusy: boolean
}

/** Rows as high as what is in them; where it is narrow, a field's name stands above its two values. */
const comparison = {
  '& td, & th': { height: 'auto', py: 1, verticalAlign: 'top', overflowWrap: 'anywhere', minWidth: 0 },
  '& tr': { display: { xs: 'grid', sm: 'table-row' }, gridTemplateColumns: '1fr 1fr' },
  '& tbody th': {
    gridColumn: '1 / -1',
    borderBottom: { xs: 0, sm: 1 },
    borderBottomStyle: 'dashed',
    pb: { xs: 0, sm: 1 },
  },
}

/** An earlier version beside today's, field by field. Of texts, the changed words are marked. */
export function CompareDialog({ contentVariationId, from, to, type, onClose, onRestore, isBusy }: CompareDialogProps) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const { data, isError, refetch } = useApiQuery(
    'contentVariation.compareVersions',
    { params: { contentVariationId }, query: { from, to } },
    { failureGoesTo: 'screen' },
  )
  const show = (name: string, value: unknown) => {
    const field = type.fields.find((each) => each.technicalName === name)
    if (value === undefined) return <Typography color="textSecondary">{t('content.history.inherited')}</Typography>
    return field ? <FieldCell field={field} value={value} languageCode={i18n.language} /> : JSON.stringify(value)
  }
  const textsOf = (name: string, before: unknown, after: unknown) => {
    const field = type.fields.find((each) => each.technicalName === name)
    if (field) return changedTexts({ field, before, after }, i18n.language)
    return typeof before === 'string' && typeof after === 'string' ? { before, after } : undefined
  }
  const isFile = (name: string) => fileFieldOf(type)?.technicalName === name
  const label = (name: string) =>
    name.startsWith('$')
      ? t(`content.history.${name.slice(1)}`)
      : inLanguage(type.fields.find((field) => field.technicalName === name)?.friendlyName, i18n.language, name)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('content.history.compareTitle', { from, to })}
      </DialogTitle>
      <DialogContent>
        {isError && <ErrorState title={t('content.history.failed')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={160} />}
        {data?.changes.length === 0 && <EmptyState title={t('content.history.same')} />}
        {data && data.changes.length > 0 && (
          <Table size="small" sx={comparison}>
            <TableHead>
              <TableRow>
                <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>{t('content.history.field')}</TableCell>
                <TableCell>{t('content.history.then')}</TableCell>
                <TableCell>{t('content.history.now')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.changes.map(({ technicalFieldName, before, after }) => {
                const texts = textsOf(technicalFieldName, before, after)
                return (
                  <TableRow key={technicalFieldName}>
                    <TableCell component="th" scope="row" sx={{ width: { sm: '22%' } }}>
                      {label(technicalFieldName)}
                    </TableCell>
                    {texts ? (
                      <TableCell colSpan={2} sx={{ gridColumn: '1 / -1' }}>
                        <MarkedWords {...texts} />
                      </TableCell>
                    ) : (
                      <>
                        <TableCell sx={{ width: { sm: '39%' } }}>
                          {show(technicalFieldName, before)}
                          {isFile(technicalFieldName) && typeof before === 'string' && before !== after && (
                            <EraseFormerFile binaryId={before} />
                          )}
                        </TableCell>
                        <TableCell>{show(technicalFieldName, after)}</TableCell>
                      </>
                    )}
                  </TableRow>
                )
              })}
            </TableBody>
          </Table>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('content.history.close')}</Button>
        {onRestore && (
          <GuardedButton
            variant="contained"
            onClick={onRestore}
            loading={isBusy}
            permission={{
              may: Boolean(data?.changes.length),
              reason: data?.changes.length === 0 ? t('content.history.same') : undefined,
            }}
          >
            {t('content.history.restore')}
          </GuardedButton>
        )}
      </DialogActions>
    </Dialog>
  )
}
