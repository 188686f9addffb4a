import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { LanguageField, languageName } from '@pim/content-kit'
import type { Tenant } from '@pim/contract'
import { externalIdOf, isExternalId, maxExternalIdLength } from '@pim/contract/core/names.ts'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { useOpenTenant } from './tenants.api.ts'

const places = {
  'body.friendlyName': 'name',
  'body.externalId': 'externalId',
  'body.defaultVariation.languageCode': 'language',
} as const
type Place = (typeof places)[keyof typeof places]

/** Opens a tenant with its first language. */
export function OpenTenantDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const refusal = useRefusal()
  const titleId = useId()
  const open = useOpenTenant()
  const [name, setName] = useState('')
  const [typedId, setTypedId] = useState<string>()
  const [language, setLanguage] = useState(navigator.language)
  const [wasSent, setSent] = useState(false)
  const externalId = typedId ?? externalIdOf(name)

  const faults: Partial<Record<Place, string>> = {
    ...(wasSent && name.trim() === '' && { name: t('settings.tenant.fault.name') }),
    ...((wasSent || externalId !== '') && !isExternalId(externalId) && { externalId: t('settings.tenant.fault.id') }),
    ...(wasSent && language === '' && { language: t('settings.tenant.fault.language') }),
    ...(open.error?.problem?.code === 'NAME_CONFLICT' && { externalId: t('settings.tenant.fault.taken') }),
  }
  for (const { technicalFieldName, message } of open.error?.problem?.fieldErrors ?? [])
    if (technicalFieldName in places) faults[places[technicalFieldName as keyof typeof places]] ??= message
  const isElsewhere = open.error !== null && Object.keys(faults).length === 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() === '' || !isExternalId(externalId) || language === '' || open.isPending) return
    const friendlyName = languageName(language, i18n.language) || language
    open.mutate({
      body: { externalId, friendlyName: name.trim(), defaultVariation: { friendlyName, languageCode: language } },
    })
  }
  if (open.data) return <OpenedTenant tenant={open.data} onClose={onClose} />
  return (
    <Dialog open onClose={open.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.tenant.open')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            {isElsewhere && open.error && <Alert severity="error">{refusal(open.error)}</Alert>}
            <TextField
              autoFocus
              required
              label={t('settings.tenant.name')}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={faults.name !== undefined}
              helperText={faults.name ?? t('settings.tenant.nameHelp')}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <TextField
              required
              label={t('settings.tenant.id')}
              value={externalId}
              onChange={(event) => {
                setTypedId(event.target.value.trim())
                open.reset()
              }}
              error={faults.externalId !== undefined}
              helperText={faults.externalId ?? t('settings.tenant.idHelp')}
              slotProps={{ htmlInput: { maxLength: maxExternalIdLength, spellCheck: false } }}
            />
            <LanguageField
              label={t('settings.tenant.language')}
              value={language}
              onChange={setLanguage}
              error={faults.language !== undefined}
              helperText={faults.language ?? t('settings.tenant.languageHelp')}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={open.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={open.isPending}>
            {t('settings.tenant.open')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Says what comes next with a tenant that was opened a moment ago. */
function OpenedTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data: own } = useApiQuery('tenants.getAllTenants', {}, { failureGoesTo: 'screen' })
  const isMember = own?.some(({ externalId }) => externalId === tenant.externalId) ?? false
  const steps = [isMember ? 'goTo' : 'notMember', 'types', 'languages', 'people']
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.tenant.wasOpened', { name: tenant.friendlyName })}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ fontWeight: 600 }}>{t('settings.tenant.next.title')}</Typography>
        <Stack component="ol" sx={{ gap: 1, my: 1, pl: 3 }}>
          {steps.map((step) => (
            <li key={step}>{t(`settings.tenant.next.${step}`)}</li>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('settings.tenant.next.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
