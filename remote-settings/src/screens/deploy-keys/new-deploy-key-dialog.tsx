import {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  Stack,
  TextField,
} from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import { type DeployRight, deployRights, type NewDeployKey } from '@pim/contract'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyEndField } from '../../parts/key-end-field.tsx'
import { dayOf, endOfDay } from '../../parts/key-state.ts'
import { useRefusal } from '../../parts/refusal.ts'
import { useCreateDeployKey, useSectionNames } from './deploy-keys.api.ts'

const dayMs = 24 * 3_600_000
/** A program that deploys seldom outlives that; who wants another end says so. */
const usualDays = 365
const isSectionName = (text: string): boolean => /^[a-z][a-z0-9-]*$/.test(text)

interface NewDeployKeyDialogProps {
  onCreated: (made: NewDeployKey) => void
  onClose: () => void
}

/** Makes a key for one section, with the rights that are chosen and an end. */
export function NewDeployKeyDialog({ onCreated, onClose }: NewDeployKeyDialogProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const rightsId = useId()
  const refusal = useRefusal()
  const { data: sections = [] } = useSectionNames()
  const { mutate, isPending, error } = useCreateDeployKey()
  const [section, setSection] = useState('')
  const [name, setName] = useState('')
  const [rights, setRights] = useState<readonly DeployRight[]>(['upload', 'canary', 'live'])
  const [day, setDay] = useState(() => dayOf(new Date(Date.now() + usualDays * dayMs).toISOString()))
  const isWrong = section !== '' && !isSectionName(section)
  const missing = [
    ...(section === '' || isWrong ? [t('settings.deployKey.section')] : []),
    ...(name.trim() === '' ? [t('settings.key.name')] : []),
    ...(rights.length === 0 ? [t('settings.deployKey.rights')] : []),
  ]
  const fault = missing.length === 0 ? undefined : t('kit.missing', { fields: missing.join(', ') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fault !== undefined || isPending) return
    const body = { section, name: name.trim(), rights: [...rights], expiresAt: endOfDay(day) }
    mutate({ body }, { onSuccess: onCreated })
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.deployKey.new')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <Autocomplete
              freeSolo
              openText={t('fieldTypes.choose.open')}
              closeText={t('fieldTypes.choose.close')}
              clearText={t('fieldTypes.choose.clearAll')}
              size="small"
              options={sections.map((each) => each.section)}
              inputValue={section}
              onInputChange={(_, text) => setSection(text.trim())}
              renderInput={(input) => (
                <TextField
                  {...input}
                  autoFocus
                  required
                  error={isWrong}
                  label={t('settings.deployKey.section')}
                  helperText={t(isWrong ? 'settings.deployKey.sectionWrong' : 'settings.deployKey.sectionHelp')}
                />
              )}
            />
            <TextField
              required
              label={t('settings.key.name')}
              helperText={t('settings.deployKey.nameHelp')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <FormControl>
              <FormLabel id={rightsId}>{t('settings.deployKey.rights')}</FormLabel>
              <FormGroup aria-labelledby={rightsId}>
                {deployRights.map((right) => (
                  <FormControlLabel
                    key={right}
                    label={t(`settings.deployKey.right.${right}`)}
                    control={
                      <Checkbox
                        size="small"
                        checked={rights.includes(right)}
                        onChange={(_, isChosen) =>
                          setRights(deployRights.filter((each) => (each === right ? isChosen : rights.includes(each))))
                        }
                      />
                    }
                  />
                ))}
              </FormGroup>
            </FormControl>
            <KeyEndField day={day} onChange={setDay} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton type="submit" variant="contained" permission={whenComplete(fault)} loading={isPending}>
            {t('settings.key.create')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
