import { Alert, Button, Stack, TextField } from '@mui/material'
import { whenComplete } from '@pim/content-kit'
import type { AddedMember, AddMember } from '@pim/contract'
import { GuardedButton } from '@pim/ui'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { RoleInput } from '../../parts/role-input.tsx'
import { useAddMember } from './tenants.api.ts'

const names = ['username', 'firstName', 'lastName', 'email'] as const

interface AddMemberFormProps {
  externalId: string
  onAdded: (member: AddedMember) => void
  onClose: () => void
}

/** Makes somebody a member; who is new gets a random password. */
export function AddMemberForm({ externalId, onAdded, onClose }: AddMemberFormProps) {
  const { t, i18n } = useTranslation()
  const refusal = useRefusal()
  const add = useAddMember()
  const [person, setPerson] = useState<AddMember>({
    username: '',
    firstName: '',
    lastName: '',
    email: '',
    role: 'editor',
  })
  const faults = new Map(
    add.error?.problem?.fieldErrors?.map(({ technicalFieldName, message }) => [technicalFieldName, message]),
  )
  const empty = names.filter((name) => person[name].trim() === '').map((name) => t(`settings.member.${name}`))
  const missing =
    empty.length > 0 ? t('kit.missing', { fields: new Intl.ListFormat(i18n.language).format(empty) }) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing === undefined && !add.isPending)
      add.mutate(
        { params: { externalId }, body: { ...person, username: person.username.trim().toLowerCase() } },
        { onSuccess: onAdded },
      )
  }
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2, pt: 1 }}>
      {add.error && faults.size === 0 && <Alert severity="error">{refusal(add.error)}</Alert>}
      {names.map((name) => (
        <TextField
          key={name}
          required
          autoFocus={name === 'username'}
          label={t(`settings.member.${name}`)}
          value={person[name]}
          onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
          error={faults.has(`body.${name}`)}
          helperText={
            faults.get(`body.${name}`) ?? (name === 'username' ? t('settings.member.usernameHelp') : undefined)
          }
          slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off', spellCheck: false } }}
        />
      ))}
      <RoleInput
        label={t('settings.member.role')}
        role={person.role}
        onChange={(role) => setPerson({ ...person, role })}
        isExplained
      />
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end', pb: 2 }}>
        <Button onClick={onClose} disabled={add.isPending}>
          {t('ui.cancel')}
        </Button>
        <GuardedButton type="submit" variant="contained" permission={whenComplete(missing)} loading={add.isPending}>
          {t('settings.member.add')}
        </GuardedButton>
      </Stack>
    </Stack>
  )
}
