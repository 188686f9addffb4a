import ImageIcon from '@mui/icons-material/ImageOutlined'
import { Box, Button, Stack, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { type FormEvent, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validateField } from '../validate-fields.ts'
import { FieldEditor } from './field-editor.tsx'
import { FieldPlace } from './field-place.tsx'
import { useFieldServices } from './field-services.tsx'
import { choiceOf } from './item-source.ts'
import { Picture } from './reference-picture.tsx'
import type { UploadList, UploadQuestion, UploadRow } from './upload-list.ts'

/** The file is there already: the media items that have it, and another one all the same. */
export function UploadReuse({ question }: { question: Extract<UploadQuestion, { kind: 'reuse' }> }) {
  const { t } = useTranslation()
  const { thumbnail } = useFieldServices()
  const source = useMemo(() => ({ picture: thumbnail }), [thumbnail])
  return (
    <Stack component="form" sx={{ gap: 1 }} onSubmit={(event) => event.preventDefault()}>
      <Typography variant="body2" role="status">
        {t('fieldTypes.upload.same', { count: question.same.length })}
      </Typography>
      {question.same.map((item) => (
        <Stack key={item.contentItemId} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Picture labelling={{ state: 'known', choice: choiceOf(item) }} source={source} icon={<ImageIcon />} />
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
              <bdi {...languageAttributes(item.languageTag)}>{item.name}</bdi>
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap component="div">
              {item.typeLabel}
            </Typography>
          </Box>
          <Button
            size="small"
            variant="contained"
            aria-label={t('fieldTypes.upload.reuseOne', { name: item.name })}
            onClick={() => question.answer(item)}
          >
            {t('fieldTypes.upload.reuse')}
          </Button>
        </Stack>
      ))}
      <Button size="small" sx={{ alignSelf: 'start' }} onClick={() => question.answer(undefined)}>
        {t('fieldTypes.upload.another')}
      </Button>
    </Stack>
  )
}

interface UploadFillProps {
  question: Extract<UploadQuestion, { kind: 'fill' }>
  row: UploadRow
  list: UploadList
}

/** Required values of a media item of this type, asked for while its file is sent. */
export function UploadFill({ question, row, list }: UploadFillProps) {
  const { t, i18n } = useTranslation()
  const [isTried, setTried] = useState(false)
  const issuesOf = (field: Field) => validateField(field, row.values[field.technicalName] ?? null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    if (question.fields.some((field) => issuesOf(field).length > 0)) {
      setTried(true)
      return
    }
    goOn(event.currentTarget)
    question.answer(row.values)
  }
  const leaveEmpty = (): void =>
    question.answer(
      Object.fromEntries(
        question.fields
          .filter((field) => issuesOf(field).length === 0)
          .map(({ technicalName }) => [technicalName, row.values[technicalName]]),
      ),
    )
  return (
    // The fields of the media item are no fields of the draft around it: their uploads end with them.
    <FieldPlace place={undefined}>
      <Stack component="form" noValidate sx={{ gap: 1.5 }} onSubmit={submit}>
        {question.fields.map((field) => (
          <AskedField
            key={field.technicalName}
            field={field}
            row={row}
            list={list}
            languageCode={i18n.language}
            errors={isTried ? issuesOf(field) : []}
          />
        ))}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" size="small" variant="contained">
            {t('fieldTypes.upload.add')}
          </Button>
          <Button size="small" color="inherit" onClick={leaveEmpty}>
            {t('fieldTypes.upload.later')}
          </Button>
        </Stack>
      </Stack>
    </FieldPlace>
  )
}

/** The next file that asks, so that one goes on typing; the answered form leaves the page. */
function goOn(form: EventTarget): void {
  if (!(form instanceof HTMLElement)) return
  const forms = [...(form.closest('[data-uploads]')?.querySelectorAll('form') ?? [])]
  const next = forms[forms.findIndex((each) => each.contains(form)) + 1] ?? forms.find((each) => each !== form)
  const control =
    next?.querySelector<HTMLElement>('input, textarea, button') ??
    form.closest('[data-uploads]')?.querySelector<HTMLElement>('input[role="combobox"]')
  control?.focus()
}

interface AskedFieldProps {
  field: Field
  row: UploadRow
  list: UploadList
  languageCode: string
  errors: ReturnType<typeof validateField>
}

function AskedField({ field, row, list, languageCode, errors }: AskedFieldProps) {
  const { id } = row
  const change = useCallback(
    (value: unknown) => list.type(id, field.technicalName, value),
    [list, id, field.technicalName],
  )
  return (
    <FieldEditor
      field={field}
      value={row.values[field.technicalName] ?? null}
      onChange={change}
      languageCode={languageCode}
      errors={errors}
    />
  )
}
