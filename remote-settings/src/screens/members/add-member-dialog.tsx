import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { Role } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { RoleInput } from '../../parts/role-input.tsx'
import { useInviteMember } from './members.api.ts'

/** Adds somebody by e-mail. Whether there is an account with it is not told. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const titleId = useId()
  const add = useInviteMember()
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const email = typed.trim()
  const isWrong = add.error?.problem?.fieldErrors?.some(
    ({ technicalFieldName, code }) => technicalFieldName === 'body.email' && code !== 'TOO_MANY',
  )
  const isThere = add.error?.problem?.code === 'NAME_CONFLICT'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email === '' || add.isPending) return
    const added = () => {
      feedback.success(t('settings.members.added', { email }))
      onClose()
    }
    add.mutate({ body: { email, role } }, { onSuccess: added })
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <Stack component="form" noValidate onSubmit={submit}>
        <DialogTitle id={titleId} variant="h2">
          {t('settings.members.addTitle')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {add.error && !isWrong && !isThere && <Alert severity="error">{refusal(add.error)}</Alert>}
            <TextField
              autoFocus
              required
              type="email"
              label={t('settings.member.email')}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                add.reset()
              }}
              error={isWrong || isThere}
              helperText={
                (isThere && t('settings.members.there')) ||
                (isWrong && t('settings.members.noEmail')) ||
                t('settings.members.addHint')
              }
              slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off', spellCheck: false } }}
            />
            <RoleInput label={t('settings.member.role')} role={role} onChange={setRole} isExplained />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={add.isPending}>
            {t('ui.cancel')}
          </Button>
          <GuardedButton
            type="submit"
            variant="contained"
            permission={whenComplete(
              email === '' ? t('kit.missing', { fields: t('settings.member.email') }) : undefined,
            )}
            loading={add.isPending}
          >
            {t('settings.members.add')}
          </GuardedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
