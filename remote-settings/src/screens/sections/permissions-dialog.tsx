import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useSeenVersion } from '@pim/api-client/seen-version'
import { whenComplete } from '@pim/content-kit'
import { useDeclaredText } from '@pim/content-kit/section-settings'
import type { Role, TenantSection } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { RoleInput } from '../../parts/role-input.tsx'
import { useSectionName } from '../../parts/use-section-name.ts'
import { useChangeTenant } from './sections.api.ts'

interface PermissionsDialogProps {
  section: TenantSection
  onClose: () => void
}

/** The least role for each right that a section declares. */
export function PermissionsDialog({ section, onClose }: PermissionsDialogProps) {
  const { t } = useTranslation()
  const { externalId, version } = useTenant()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const name = useSectionName()(section)
  const { mutate, isPending, error } = useChangeTenant()
  const seen = useSeenVersion(externalId, version, true)
  const { permissions = [] } = section
  const [chosen, setChosen] = useState<Readonly<Record<string, Role>>>({})
  const changed = permissions.filter(({ permission, role }) => (chosen[permission] ?? role) !== role)
  const textOf = useDeclaredText()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed.length === 0 || isPending) return
    // A role that the section proposes is not stored: a later release may propose another one.
    const permissionRoles = Object.fromEntries(
      changed.map(({ permission, proposedRole }) => {
        const role = chosen[permission] ?? proposedRole
        return [permission, role === proposedRole ? null : role]
      }),
    )
    mutate(
      { body: { permissionRoles }, ifMatch: seen.ifMatch },
      {
        onSuccess: () => {
          feedback.success(t('settings.sections.permissionsSaved', { section: name }))
          onClose()
        },
        onError: ({ problem }) => seen.learn(problem?.currentVersion),
      },
    )
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.sections.permissionsTitle', { section: name })}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {error && <Alert severity="error">{refusal(error)}</Alert>}
            <Typography color="textSecondary">{t('settings.sections.permissionsText')}</Typography>
            {permissions.map(({ permission, titleKey, helpKey, role, proposedRole }) => {
              const proposed = t('settings.sections.proposed', { role: t(`shell.role.${proposedRole}`) })
              return (
                <RoleInput
                  key={permission}
                  label={textOf(titleKey) ?? permission}
                  role={chosen[permission] ?? role}
                  disabled={isPending}
                  helperText={[textOf(helpKey), proposed].filter((text) => text !== undefined).join(' ')}
                  onChange={(next) => setChosen({ ...chosen, [permission]: next })}
                />
              )
            })}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            permission={whenComplete(changed.length === 0 ? t('settings.sections.nothingChosen') : undefined)}
            loading={isPending}
          >
            {t('settings.save')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
