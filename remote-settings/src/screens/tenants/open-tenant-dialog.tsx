import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { isLanguageTag } from '@pim/contract/core/language.ts'
import { externalIdOf, isExternalId, maxExternalIdLength } from '@pim/contract/core/names.ts'
import { useFeedback } from '@pim/shell'
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
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const open = useOpenTenant()
  const [name, setName] = useState('')
  const [typedId, setTypedId] = useState<string>()
  const [language, setLanguage] = useState(navigator.language)
  const [wasSent, setSent] = useState(false)
  const externalId = typedId ?? externalIdOf(name)
  const tag = language.trim()

  const faults: Partial<Record<Place, string>> = {
    ...(wasSent && name.trim() === '' && { name: t('settings.tenant.fault.name') }),
    ...((wasSent || externalId !== '') && !isExternalId(externalId) && { externalId: t('settings.tenant.fault.id') }),
    ...(!isLanguageTag(tag) && { language: t('settings.tenant.fault.language') }),
    ...(open.error?.problem?.code === 'NAME_CONFLICT' && { externalId: t('settings.tenant.fault.taken') }),
  }
  for (const { technicalFieldName, message } of open.error?.problem?.fieldErrors ?? [])
    if (technicalFieldName in places) faults[places[technicalFieldName as keyof typeof places]] ??= message
  const isElsewhere = open.error !== null && Object.keys(faults).length === 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() === '' || !isExternalId(externalId) || !isLanguageTag(tag) || open.isPending) return
    const friendlyName = new Intl.DisplayNames([i18n.language], { type: 'language' }).of(tag) ?? tag
    open.mutate(
      { body: { externalId, friendlyName: name.trim(), defaultVariation: { friendlyName, languageCode: tag } } },
      {
        onSuccess: (made) => {
          feedback.success(t('settings.tenant.wasOpened', { name: made.friendlyName }))
          onClose()
        },
      },
    )
  }
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
            <TextField
              required
              label={t('settings.tenant.language')}
              value={language}
              onChange={(event) => setLanguage(event.target.value)}
              error={faults.language !== undefined}
              helperText={faults.language ?? t('settings.tenant.languageHelp')}
              slotProps={{ htmlInput: { maxLength: 35, spellCheck: false } }}
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
