import { Alert, Paper, Stack, TextField, Typography } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import { useSeenVersion } from '@pim/api-client/seen-version'
import type { ChangeTenant } from '@pim/contract'
import { importHostPattern, maxImportHosts } from '@pim/contract/import/fetch-problem-codes.ts'
import { useFeedback, usePermission, useTenant, useUnsavedWork } from '@pim/shell'
import { GuardedButton, PageHeader, Toggle } from '@pim/ui'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'

interface TenantDraft {
  friendlyName: string
  featureToggles: Record<string, boolean>
  /** One a line. */
  importHosts: string
}

const knownToggles = ['taxonomyEnabled', 'personalDataDelivered']

/** The tenant itself: what it is called, which parts of the product it has. */
export function General() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const tenant = useTenant()
  const permission = usePermission('tenants.changeTenant')
  const stored: TenantDraft = {
    friendlyName: tenant.friendlyName,
    // Those that were never touched are off.
    featureToggles: { ...Object.fromEntries(knownToggles.map((name) => [name, false])), ...tenant.featureToggles },
    importHosts: (tenant.importHosts ?? []).join('\n'),
  }
  const unsaved = useUnsavedWork<TenantDraft>('tenant', tenant.friendlyName)
  const [draft, setDraft] = useState<TenantDraft | undefined>(unsaved.found)
  const refusal = useRefusal()
  const seen = useSeenVersion(tenant.externalId, tenant.version, draft !== undefined)
  const save = useApiMutation('tenants.changeTenant', {
    failureGoesTo: 'screen',
    onError: ({ problem }) => seen.learn(problem?.currentVersion),
    onSuccess: ({ version }) => seen.learn(version),
  })
  const { friendlyName, featureToggles, importHosts } = { ...stored, ...draft }
  const hosts = readHosts(importHosts)
  const wrongHosts = hosts.filter((host) => !importHostPattern.test(host))
  const isRight = friendlyName.trim() !== '' && wrongHosts.length === 0 && hosts.length <= maxImportHosts
  const change = (part: Partial<TenantDraft>) => {
    const next = { ...stored, ...draft, ...part }
    setDraft(next)
    unsaved.keep(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!draft || !isRight || !permission.may || save.isPending) return
    const saved = () => {
      setDraft(undefined)
      unsaved.discard()
      feedback.success(t('settings.general.saved'))
    }
    save.mutate({ body: changesOf(stored, draft), ifMatch: seen.ifMatch }, { onSuccess: saved })
  }
  const hostsHelp =
    wrongHosts.length > 0
      ? t('settings.general.importHosts.wrong', { hosts: wrongHosts.join(', ') })
      : hosts.length > maxImportHosts
        ? t('settings.general.importHosts.tooMany', { most: maxImportHosts })
        : t('settings.general.importHosts.help')
  return (
    <>
      <PageHeader title={t('settings.page.general')} />
      <Paper variant="outlined" component="form" onSubmit={submit} sx={{ p: { xs: 2, sm: 3 }, mb: 2, maxWidth: 640 }}>
        <Stack sx={{ gap: 3 }}>
          {save.error && <Alert severity="error">{refusal(save.error)}</Alert>}
          <TextField
            required
            label={t('settings.general.name')}
            helperText={t('settings.general.nameHelp', { externalId: tenant.externalId })}
            value={friendlyName}
            onChange={(event) => change({ friendlyName: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 200, readOnly: !permission.may } }}
          />
          <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
            <Typography component="legend" variant="h3" sx={{ mb: 0.5 }}>
              {t('settings.general.parts')}
            </Typography>
            {Object.entries(featureToggles).map(([name, isOn]) => (
              <Toggle
                key={name}
                label={knownToggles.includes(name) ? t(`settings.general.toggle.${name}`) : name}
                checked={isOn}
                disabled={!permission.may}
                onChange={(checked) => change({ featureToggles: { ...featureToggles, [name]: checked } })}
              />
            ))}
          </Stack>
          <TextField
            multiline
            minRows={2}
            label={t('settings.general.importHosts')}
            helperText={hostsHelp}
            error={wrongHosts.length > 0 || hosts.length > maxImportHosts}
            value={importHosts}
            onChange={(event) => change({ importHosts: event.target.value })}
            slotProps={{
              htmlInput: { readOnly: !permission.may, spellCheck: false },
              formHelperText: { sx: { overflowWrap: 'anywhere' } },
            }}
          />
          <GuardedButton
            // Nothing to save is no matter of who one is.
            permission={{ may: permission.may && draft !== undefined && isRight, reason: permission.reason }}
            type="submit"
            variant="contained"
            loading={save.isPending}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('settings.save')}
          </GuardedButton>
        </Stack>
      </Paper>
    </>
  )
}

/** Lines as they are typed; what is pasted may be an address, whose host is meant. */
const readHosts = (lines: string): string[] => [
  ...new Set(lines.split(/[\s,;]+/).flatMap((line) => (line === '' ? [] : hostOf(line)))),
]

function hostOf(line: string): string {
  const address = line.includes('://') ? line : `https://${line}`
  // Names in other letters are written as they are looked up; what is no address is shown as it is.
  return URL.canParse(address) ? new URL(address).host : line
}

/** Only what is other than it was: two administrators who change different things do not undo each other. */
function changesOf(stored: TenantDraft, draft: TenantDraft): ChangeTenant {
  const toggles = Object.entries(draft.featureToggles).filter(([name, isOn]) => stored.featureToggles[name] !== isOn)
  return {
    ...(draft.friendlyName.trim() === stored.friendlyName ? {} : { friendlyName: draft.friendlyName.trim() }),
    ...(toggles.length > 0 ? { featureToggles: Object.fromEntries(toggles) } : {}),
    ...(readHosts(draft.importHosts).join() === readHosts(stored.importHosts).join()
      ? {}
      : { importHosts: readHosts(draft.importHosts) }),
  }
}
