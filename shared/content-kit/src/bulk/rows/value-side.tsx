import { Typography } from '@mui/material'
import type { BulkFieldChange, Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { FieldCell, ValueLanguage } from '@pim/field-types/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../../channels.ts'
import { type ChangedTexts, changedTexts, MarkedRuns } from '../../fields/changed-words.tsx'
import { aroundChanges, wordChanges } from '../../fields/word-changes.ts'
import type { BulkWords } from '../use-bulk-words.ts'

interface ValueSideProps {
  change: BulkFieldChange
  typeName: string | null
  words: BulkWords
  side: 'before' | 'after'
}

/** One side of a change: a text with the words marked that the other side lacks, any other value as the form draws it. */
export function ValueSide({ change, typeName, words, side }: ValueSideProps) {
  const { t, i18n } = useTranslation()
  const state = change[side]
  const field = words.fieldOf(typeName, change.technicalFieldName)
  const texts = useMemo(() => textsOf(change, field, i18n.language), [change, field, i18n.language])
  if (change.isLeftOut) return <Quiet>{t('kit.bulk.row.tooLong')}</Quiet>
  if (state === null) return <Quiet>{t('kit.bulk.row.nothing')}</Quiet>
  const fieldName = (name: string) => words.fieldName(typeName, name)
  const source = state.isInherited ? state.sourceVariationId : null
  return (
    <>
      <ValueLanguage tag={words.languageOf(field, source ?? change.variationId)}>
        <Typography
          variant="body2"
          component="div"
          sx={{
            overflowWrap: 'anywhere',
            maxHeight: 200,
            overflow: 'auto',
            ...(state.isInherited && { fontStyle: 'italic' }),
          }}
        >
          {texts ? (
            <MarkedSide {...texts} side={side} />
          ) : (
            <Value name={change.technicalFieldName} field={field} value={state.value} fieldName={fieldName} />
          )}
        </Typography>
      </ValueLanguage>
      {source && (
        <Typography variant="caption" color="textSecondary">
          {t('kit.bulk.row.inheritedFrom', { variation: words.variationName(source) })}
        </Typography>
      )}
    </>
  )
}

function Quiet({ children }: { children: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  )
}

interface ValueProps {
  name: string
  field: Field | undefined
  value: unknown
  fieldName: (technicalFieldName: string) => string
}

function Value({ name, field, value, fieldName }: ValueProps) {
  const { t, i18n } = useTranslation()
  const { channelNames } = useChannels()
  if (name === '$publish')
    return typeof value === 'number' ? (
      t('kit.bulk.row.live', { version: value })
    ) : (
      <Quiet>{t('kit.bulk.row.notLive')}</Quiet>
    )
  if (name === '$deleted') return t(value === true ? 'kit.bulk.row.isDeleted' : 'kit.bulk.row.isThere')
  if (name === '$outdated') {
    const names = Array.isArray(value) ? value.map((each) => fieldName(String(each))) : []
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' })
    return names.length === 0 ? <Quiet>{t('kit.bulk.row.noText')}</Quiet> : list.format(names)
  }
  if (name === '$deliveryTargets') {
    const names = Array.isArray(value) ? value.map(String) : []
    return names.length === 0 ? t('kit.bulk.row.everyChannel') : channelNames(names)
  }
  if (!field) return String(value ?? '')
  if (behaviourOf(field).isEmpty(value ?? null)) return <Quiet>{t('kit.bulk.row.empty')}</Quiet>
  return <FieldCell field={field} value={value ?? null} languageCode={i18n.language} />
}

/** Undefined where one of them is empty, or where words do not show the difference. */
function textsOf(
  { technicalFieldName, before, after }: BulkFieldChange,
  field: Field | undefined,
  language: string,
): ChangedTexts | undefined {
  if (!before || !after) return undefined
  if (technicalFieldName === '$name') return { before: String(before.value), after: String(after.value) }
  return field && changedTexts({ field, before: before.value, after: after.value }, language)
}

function MarkedSide({ before, after, side }: ChangedTexts & { side: 'before' | 'after' }) {
  const { t } = useTranslation()
  const runs = useMemo(() => aroundChanges(wordChanges(before, after)), [before, after])
  const marked = side === 'before' ? 'removed' : 'added'
  return (
    <MarkedRuns
      runs={runs.filter(({ kind }) => kind === 'same' || kind === marked)}
      added={t('kit.bulk.row.added')}
      removed={t('kit.bulk.row.removed')}
    />
  )
}
