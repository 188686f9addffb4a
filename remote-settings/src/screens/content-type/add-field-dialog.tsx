import {
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  ListItemText,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { type Field, type FieldType, fieldTypes } from '@pim/contract'
import { factsOf, roomOf, unitFamilies } from '@pim/field-types'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewNameFields, useNewName } from '../../parts/new-name.tsx'
import { useWrittenLanguages } from '../../parts/written-languages.ts'
import type { TypeDraft } from './type-draft.ts'

interface AddFieldDialogProps {
  draft: TypeDraft
  onAdd: (field: Field) => void
  onClose: () => void
}

/** The three things that every field has; the rest is changed where it then stands open. */
export function AddFieldDialog({ draft, onAdd, onClose }: AddFieldDialogProps) {
  const { t } = useTranslation()
  const { asked } = useWrittenLanguages()
  const titleId = useId()
  const [type, setType] = useState<FieldType>(fieldTypes[0])
  const [family, setFamily] = useState('')
  const newName = useNewName(draft.fields.map(({ field }) => field.technicalName))
  const { name, technicalName, isRight } = newName
  // What makes a media type one is its file, and it has that already.
  const types = fieldTypes.filter((one) => !factsOf(one).isFile)
  const hasUnits = roomOf(type).readingParts.includes('unit')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const settings = hasUnits && family !== '' ? { settings: { family } } : {}
    if (name.trim() && isRight) onAdd({ technicalName, friendlyName: { [asked]: name.trim() }, type, ...settings })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.type.addField')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <NewNameFields of={newName} label={t('settings.field.name')} takenText={t('settings.field.taken')} />
            <Autocomplete
              openText={t('fieldTypes.choose.open')}
              closeText={t('fieldTypes.choose.close')}
              clearText={t('fieldTypes.choose.clearAll')}
              noOptionsText={t('fieldTypes.choose.none')}
              size="small"
              disableClearable
              autoHighlight
              // Enter does not submit a text that names no field type: it would add a field of the type chosen before.
              onKeyDown={(event) => {
                const typed = event.target instanceof HTMLInputElement ? event.target.value : ''
                if (event.key === 'Enter' && typed !== t(`fieldTypes.${type}.name`)) event.preventDefault()
              }}
              options={types}
              value={type}
              onChange={(_, chosen) => setType(chosen)}
              getOptionLabel={(one) => t(`fieldTypes.${one}.name`)}
              renderOption={({ key, ...props }, one) => (
                <li key={key} {...props}>
                  <ListItemText primary={t(`fieldTypes.${one}.name`)} secondary={t(`fieldTypes.${one}.description`)} />
                </li>
              )}
              renderInput={(input) => <TextField {...input} label={t('settings.field.type')} />}
            />
            {hasUnits && (
              <TextField
                select
                label={t('fieldTypes.setting.family')}
                value={family}
                onChange={({ target }) => setFamily(target.value)}
                helperText={t('settings.field.familyHelp')}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              >
                <MenuItem value="">{t('fieldTypes.setting.all')}</MenuItem>
                {unitFamilies.map((each) => (
                  <MenuItem key={each} value={each}>
                    {t(`fieldTypes.measurement.family.${each}`)}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <GuardedButton
            type="submit"
            variant="contained"
            permission={{ may: name.trim() !== '' && isRight, reason: newName.missing }}
          >
            {t('settings.type.addField')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
