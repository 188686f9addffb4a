import { Box, Typography } from '@mui/material'
import type { Role, TenantMember, TenantMembers } from '@pim/contract'
import { useAccount } from '@pim/shell'
import { type Column, RelativeTime } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleInput } from '../../parts/role-input.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { isLastAdmin, nameOf, rolesFor } from './member-list.ts'

interface MemberActions {
  onRole: (member: TenantMember, role: Role) => void
  onRemove: (member: TenantMember) => void
}

/** With an external provider only names, roles, and when somebody was seen: nothing is changed here. */
export function useMemberColumns(
  data: TenantMembers | undefined,
  { onRole, onRemove }: MemberActions,
): readonly Column<TenantMember>[] {
  const { t } = useTranslation()
  const { userId } = useAccount()
  return useMemo(() => {
    const { provider = 'embedded', members = [] } = data ?? {}
    const name: Column<TenantMember> = {
      id: 'name',
      header: t('settings.members.name'),
      cell: (member) => (
        <Box sx={{ py: 0.75, overflowWrap: 'anywhere' }}>
          <Typography variant="inherit" sx={{ fontWeight: 600 }}>
            {nameOf(member)}
            {member.memberId === userId && ` ${t('settings.members.oneself')}`}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            {member.isAwaited
              ? t('settings.members.awaited')
              : [member.username, member.email].filter((text) => text !== '').join(' · ')}
          </Typography>
        </Box>
      ),
    }
    if (provider === 'external')
      return [
        name,
        { id: 'role', header: t('settings.member.role'), width: 160, cell: ({ role }) => t(`shell.role.${role}`) },
        {
          id: 'seen',
          header: t('settings.members.seen'),
          width: 140,
          hideBelow: 'sm',
          cell: ({ seenAt }) => seenAt && <RelativeTime time={seenAt} />,
        },
      ]
    return [
      name,
      {
        id: 'role',
        header: t('settings.member.role'),
        width: 160,
        cell: (member) => {
          const isLast = isLastAdmin(members, member)
          const choices = rolesFor(member)
          const reason = isLast ? t('settings.members.onlyAdmin') : t('settings.member.everywhere')
          return (
            <Box sx={{ py: 0.75 }}>
              <RoleInput
                isLabelHidden
                label={t('settings.member.roleOf', { name: nameOf(member) })}
                role={member.role}
                choices={choices}
                disabled={isLast || choices.length === 1}
                helperText={isLast || member.isEverywhere ? reason : undefined}
                onChange={(role) => onRole(member, role)}
              />
            </Box>
          )
        },
      },
      {
        id: 'actions',
        header: t('settings.list.actionsOf'),
        isHeaderVisuallyHidden: true,
        width: 52,
        align: 'right',
        cell: (member) => {
          const isLast = isLastAdmin(members, member)
          return (
            <RowMenu
              label={t('settings.list.actions', { name: nameOf(member) })}
              actions={[
                {
                  label: t('settings.member.remove'),
                  permission: { may: !isLast, reason: isLast ? t('settings.members.lastAdmin') : undefined },
                  isDestructive: true,
                  run: () => onRemove(member),
                },
              ]}
            />
          )
        },
      },
    ]
  }, [t, data, userId, onRole, onRemove])
}
