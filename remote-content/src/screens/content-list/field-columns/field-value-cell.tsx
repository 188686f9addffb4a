import { Box } from '@mui/material'
import { languageOfValue, usePictureLoader } from '@pim/content-kit'
import type { Field, ListedValue, SearchPage, Variation } from '@pim/contract'
import { FieldCell, FieldServicesProvider, ValueLanguage } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'
import { ListedText } from './listed-text.tsx'
import { servicesOf } from './page-services.ts'

export interface FieldValueCellProps {
  readonly field: Field
  readonly listed: ListedValue
  readonly page: SearchPage | undefined
  readonly variations: readonly Variation[] | undefined
}

/** A value in one line of a row, as the room of its type draws it; an inherited one as it is drawn in the item. */
export function FieldValueCell({ field, listed, page, variations }: FieldValueCellProps) {
  const { t, i18n } = useTranslation()
  const picture = usePictureLoader('thumbnail')
  const { value, text, isInherited, sourceVariationId, leftOutCount = 0 } = listed
  const source = variations?.find(({ variationId }) => variationId === sourceVariationId)
  const from = isInherited && source ? t('content.list.inherited', { variation: source.friendlyName }) : undefined
  const whole = text ?? (typeof value === 'string' ? value : undefined)
  return (
    <FieldServicesProvider value={servicesOf(page, picture, variations)}>
      <ValueLanguage tag={languageOfValue(field, sourceVariationId, variations)}>
        <Box
          sx={[oneLine, isInherited && { color: 'text.secondary', fontStyle: 'italic' }]}
          title={[whole, from].filter(Boolean).join('\n') || undefined}
        >
          {text === undefined ? (
            <FieldCell field={field} value={value} languageCode={i18n.language} />
          ) : (
            <ListedText>{text}</ListedText>
          )}
          {leftOutCount > 0 && (
            <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
              {t('content.list.leftOut', { count: leftOutCount })}
            </Box>
          )}
        </Box>
      </ValueLanguage>
    </FieldServicesProvider>
  )
}

/** Keeps what a field type draws in one line: rows of names do not wrap, long texts end with an ellipsis. */
const oneLine = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  // `width: 0` keeps a long value from widening the column; `minWidth` then fills it.
  width: 0,
  minWidth: '100%',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  'td[data-align=right] > &': { justifyContent: 'flex-end' },
  '& > :first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', flexWrap: 'nowrap' },
} as const
