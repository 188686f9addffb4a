import { Box, Typography } from '@mui/material'
import type { ContentType, Problem } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useTranslation } from 'react-i18next'

type Affected = NonNullable<Problem['affected']>

/** In how many places values would go. */
export const lossCount = (affected: Affected): number => affected.reduce((sum, { itemCount }) => sum + itemCount, 0)

interface LossesProps {
  affected: Affected
  types: readonly ContentType[] | undefined
}

/** What would be lost, by type and field, with how many items it is lost in. */
export function Losses({ affected, types }: LossesProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Box component="ul" aria-label={t('settings.loss.label')} sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: 'auto' }}>
      {affected.map(({ technicalName, technicalFieldName, itemCount }) => {
        const type = types?.find((one) => one.technicalName === technicalName)
        const field = type?.fields.find((one) => one.technicalName === technicalFieldName)
        return (
          <li key={`${technicalName}/${technicalFieldName}`}>
            <Typography component="span" variant="inherit" color="textPrimary" sx={{ fontWeight: 600 }}>
              {inLanguage(field?.friendlyName, i18n.language, technicalFieldName)}
            </Typography>
            {` · ${inLanguage(type?.friendlyName, i18n.language, technicalName)}: `}
            {t('settings.loss.items', { count: itemCount, number: number.format(itemCount) })}
          </li>
        )
      })}
    </Box>
  )
}
