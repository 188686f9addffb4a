import { Alert, Stack } from '@mui/material'
import type { TenantMember } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { nameOf } from './member-list.ts'
import { useRemove } from './members.api.ts'

interface RemoveMemberDialogProps {
  member: TenantMember
  isOneself: boolean
  onClose: () => void
}

/** Asks before a person is taken out, and says what stays. */
export function RemoveMemberDialog({ member, isOneself, onClose }: RemoveMemberDialogProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const refusal = useRefusal()
  const { friendlyName: tenant } = useTenant()
  const remove = useRemove()
  const name = nameOf(member)
  const removed = () => {
    feedback.success(t('settings.members.removed', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t(isOneself ? 'settings.members.leaveTitle' : 'settings.members.removeTitle', { name, tenant })}
      confirmLabel={t('settings.member.remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { memberId: member.memberId } }, { onSuccess: removed })}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {remove.error && <Alert severity="error">{refusal(remove.error)}</Alert>}
        <span>{t(member.isAwaited ? 'settings.members.disinviteText' : 'settings.members.removeText')}</span>
      </Stack>
    </ConfirmDialog>
  )
}
