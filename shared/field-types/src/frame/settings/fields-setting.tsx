import AddIcon from '@mui/icons-material/Add'
import { Box, Button, FormHelperText, MenuItem, Stack, TextField, Typography } from '@mui/material'
import type { Field } from '@pim/contract'
import { inLanguage, languageToWrite } from '@pim/contract/core/language.ts'
import { isTechnicalName } from '@pim/contract/core/names.ts'
import { Toggle } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldTypeModel } from '../../core/field-type-model.ts'
import { technicalNameOf } from '../../core/technical-name.ts'
import { fieldTypeModels } from '../../registry.gen.ts'
import { Said, useOrderedList } from '../entry-actions.tsx'
import { DefaultInput } from './default-input.tsx'
import { type EntryPlace, EntryRow } from './entry-row.tsx'
import { LocalizedInput } from './localized-input.tsx'
import { SettingsForm } from './settings-form.tsx'
import { isAt, useSetting, useSettingsScope } from './settings-scope.tsx'
import { useOpenEntry } from './use-open-entry.ts'

interface FieldsSettingProps {
  readonly name: string
  readonly mayHold: (room: FieldTypeModel) => boolean
}

const isField = (value: unknown): value is Field =>
  typeof value === 'object' && value !== null && 'technicalName' in value && 'type' in value

/** The fields of an entry, each with the settings of its own type. */
export function FieldsSetting({ name, mayHold }: FieldsSettingProps) {
  const { issues } = useSettingsScope()
  const { label, help, value, isReadOnly, error, set } = useSetting(name)
  const fields = Array.isArray(value) ? value.filter(isField) : []
  const write = (next: readonly Field[]) => set(next.length === 0 ? undefined : next)
  const { id, list, openAt, toggle, open } = useOpenEntry(useOrderedList(fields, write))
  return (
    <Box data-setting={name} role="group" aria-label={label} ref={list.root} tabIndex={-1}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {fields.map((field, index) => (
          <FieldEntry
            key={index}
            field={field}
            index={index}
            list={list}
            listId={id}
            taken={fields.filter((each) => each !== field).map(({ technicalName }) => technicalName)}
            count={fields.length}
            isOpen={index === openAt}
            isWrong={issues.some(({ path }) => isAt(path, `.settings.${name}[${index}]`))}
            onOpen={() => toggle(index)}
            onChange={(next) => write(fields.with(index, next))}
          />
        ))}
      </Stack>
      <Said text={list.said} />
      {!isReadOnly && (
        <NewField
          types={Object.values(fieldTypeModels)
            .filter(mayHold)
            .map(({ type }) => type)}
          taken={fields.map(({ technicalName }) => technicalName)}
          onAdd={(field) => {
            write([...fields, field])
            open(fields.length)
          }}
        />
      )}
      <FormHelperText error={error !== undefined} sx={{ mx: 0 }}>
        {error ?? help}
      </FormHelperText>
    </Box>
  )
}

interface FieldEntryProps extends EntryPlace {
  readonly field: Field
  readonly taken: readonly string[]
  readonly isOpen: boolean
  readonly isWrong: boolean
  readonly onOpen: () => void
  readonly onChange: (field: Field) => void
}

function FieldEntry({ field, taken, isOpen, isWrong, onOpen, onChange, ...place }: FieldEntryProps) {
  const { t, i18n } = useTranslation()
  const { world, isReadOnly } = useSettingsScope()
  const name = inLanguage(field.friendlyName, i18n.language, field.technicalName)
  const change = (part: Partial<Field>) => onChange(withoutGaps({ ...field, ...part }))
  const isNameWrong = !isTechnicalName(field.technicalName) || taken.includes(field.technicalName)
  return (
    <EntryRow
      {...place}
      name={name}
      title={`${name} · ${t(`fieldTypes.${field.type}.name`, { defaultValue: field.type })}`}
      isOpen={isOpen}
      isWrong={isWrong}
      onOpen={onOpen}
    >
      <LocalizedInput
        label={t('fieldTypes.setting.fields.name')}
        value={field.friendlyName}
        onChange={(friendlyName) => change({ friendlyName })}
        languages={world.languages}
        isReadOnly={isReadOnly}
        isRequired
      />
      <LocalizedInput
        label={t('fieldTypes.setting.fields.helpText')}
        value={field.helpText}
        onChange={(helpText) => change({ helpText })}
        languages={world.languages}
        isReadOnly={isReadOnly}
      />
      <TextField
        label={t('fieldTypes.setting.fields.technicalName')}
        value={field.technicalName}
        onChange={(event) => change({ technicalName: event.target.value.trim() })}
        error={isNameWrong}
        helperText={t(
          isNameWrong
            ? 'fieldTypes.setting.fields.technicalName.wrong'
            : 'fieldTypes.setting.fields.technicalName.help',
        )}
        slotProps={{ htmlInput: { maxLength: 100, readOnly: isReadOnly, spellCheck: false, dir: 'ltr' } }}
      />
      <Toggle
        label={t('fieldTypes.setting.fields.required')}
        checked={field.required === 'onPublish'}
        disabled={isReadOnly}
        onChange={(isOn) => change({ required: isOn ? 'onPublish' : undefined })}
      />
      <SettingsForm field={field} world={world} isReadOnly={isReadOnly} onChange={(settings) => change({ settings })} />
      <DefaultInput field={field} isReadOnly={isReadOnly} onChange={(defaultValue) => change({ defaultValue })} />
    </EntryRow>
  )
}

/** What is undefined would be sent as nothing and come back as a change. */
function withoutGaps({ required, defaultValue, settings, helpText, ...rest }: Field): Field {
  return {
    ...rest,
    ...(helpText === undefined ? {} : { helpText }),
    ...(required === undefined ? {} : { required }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(settings === undefined ? {} : { settings }),
  }
}

interface NewFieldProps {
  readonly types: readonly Field['type'][]
  readonly taken: readonly string[]
  readonly onAdd: (field: Field) => void
}

function NewField({ types, taken, onAdd }: NewFieldProps) {
  const { t, i18n } = useTranslation()
  const { languages } = useSettingsScope().world
  const [name, setName] = useState('')
  const [type, setType] = useState(types[0])
  const add = () => {
    const words = name.trim()
    if (words === '' || type === undefined) return
    const wanted = technicalNameOf(words) || 'field'
    let technicalName = wanted
    for (let number = 2; taken.includes(technicalName); number += 1) technicalName = `${wanted}${number}`
    onAdd({ technicalName, friendlyName: { [languageToWrite(i18n.language, languages)]: words }, type })
    setName('')
  }
  return (
    <Stack sx={{ gap: 1.5, mt: 1.5 }}>
      <TextField
        label={t('fieldTypes.setting.fields.new')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        select
        label={t('fieldTypes.setting.fields.type')}
        value={type}
        onChange={(event) => setType(types.find((each) => each === event.target.value))}
      >
        {types.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`fieldTypes.${each}.name`)}
          </MenuItem>
        ))}
      </TextField>
      <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: 'flex-start' }}>
        {t('fieldTypes.setting.fields.add')}
      </Button>
    </Stack>
  )
}
