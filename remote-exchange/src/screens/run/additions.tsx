import { Alert } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { useTranslation } from 'react-i18next'

/** The options and concepts that an import has made, or that its undo has removed, with those that stay. */
export function Additions({ bulkChangeId }: { bulkChangeId: string }) {
  const { t, i18n } = useTranslation()
  const { data } = useApiQuery(
    'bulkChange.getImportAdditions',
    { params: { bulkChangeId } },
    { failureGoesTo: 'screen' },
  )
  const list = new Intl.ListFormat(i18n.language)
  const number = new Intl.NumberFormat(i18n.language)
  const thingsOf = ({ options, concepts }: { options: number; concepts: number }) =>
    list.format([
      ...(options > 0 ? [t('kit.bulk.newOptions', { count: options, amount: number.format(options) })] : []),
      ...(concepts > 0 ? [t('kit.bulk.newConcepts', { count: concepts, amount: number.format(concepts) })] : []),
    ])
  if (!data) return null
  const { made, takenBack } = data
  if (made && made.options + made.concepts > 0)
    return <Alert severity="success">{t('exchange.missing.made', { things: thingsOf(made) })}</Alert>
  if (!takenBack) return null
  return (
    <Alert severity={takenBack.kept.length > 0 ? 'warning' : 'success'}>
      {takenBack.options + takenBack.concepts > 0 && t('exchange.missing.removed', { things: thingsOf(takenBack) })}
      {takenBack.kept.length > 0 && ` ${t('exchange.missing.kept', { names: list.format(takenBack.kept) })}`}
    </Alert>
  )
}
