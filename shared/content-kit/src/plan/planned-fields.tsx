import { Box, Button, Typography } from '@mui/material'
import type { PlannedField, PlannedVariation } from '@pim/contract'
import { ValueLanguage } from '@pim/field-types/react'
import { twoLines } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanWords } from './issue-words.ts'
import { ValueChange } from './value-change.tsx'

interface PlannedFieldsProps {
  row: PlannedVariation
  words: PlanWords
  /** Only how many there are, until one asks for them: where their values are told of already, or are not the matter. */
  isFolded: boolean
}

const shownAtFirst = 5

/** The fields that delivery answers otherwise, each with what it is now and what it will be. */
export function PlannedFields({ row, words, isFolded }: PlannedFieldsProps) {
  const { t, i18n } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  if (row.outcome === 'goesAway' || row.fields.length === 0) return null
  const fields = isWhole ? row.fields : row.fields.slice(0, isFolded ? 0 : shownAtFirst)
  const names = row.fields.map((field) => words.fieldName(row.technicalContentTypeName, field.technicalFieldName))
  return (
    <>
      {fields.length === 0 && (
        <Typography variant="caption" color="textSecondary" component="div" sx={twoLines}>
          {new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names)}
        </Typography>
      )}
      {fields.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 1, listStyle: 'none' }}>
          {fields.map((field) => (
            <ChangedField key={field.technicalFieldName} row={row} field={field} words={words} />
          ))}
        </Box>
      )}
      {fields.length < row.fields.length && (
        <Button size="small" onClick={() => setWhole(true)} sx={{ alignSelf: 'start' }}>
          {t(fields.length === 0 ? 'kit.plan.showFields' : 'kit.plan.moreFields', {
            count: row.fields.length - fields.length,
          })}
        </Button>
      )}
    </>
  )
}

interface ChangedFieldProps {
  row: PlannedVariation
  field: PlannedField
  words: PlanWords
}

function ChangedField({ row, field, words }: ChangedFieldProps) {
  const { t } = useTranslation()
  const { technicalFieldName: name, before, after, isLeftOut } = field
  const known = words.fieldOf(row.technicalContentTypeName, name)
  const source = after?.isInherited ? after.sourceVariationId : null
  const isSameValue = JSON.stringify(before?.value ?? null) === JSON.stringify(after?.value ?? null)
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary" component="div">
        {words.fieldName(row.technicalContentTypeName, name)}
        {source && ` · ${t('kit.plan.inheritedFrom', { variation: words.variationName(source) })}`}
      </Typography>
      {isLeftOut ? (
        <Typography variant="body2">{t('kit.plan.tooLong')}</Typography>
      ) : isSameValue ? (
        <Typography variant="body2">{t('kit.plan.sameValue')}</Typography>
      ) : (
        known && (
          <ValueLanguage tag={words.languageOf(known, source ?? row.variationId)}>
            <ValueChange
              field={known}
              before={before === null ? undefined : (before.value ?? null)}
              after={after?.value}
            />
          </ValueLanguage>
        )
      )}
    </Box>
  )
}
