import AddIcon from '@mui/icons-material/Add'
import PeopleIcon from '@mui/icons-material/PeopleOutlined'
import { Alert, Button, Paper, Stack, Typography } from '@mui/material'
import type { Role, TenantMember } from '@pim/contract'
import { useAccount, useCommands, useFeedback } from '@pim/shell'
import { DataTable, EmptyState, ErrorState, PageHeader, SearchField } from '@pim/ui'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Readable } from '../../parts/readable.tsx'
import { useRefusal } from '../../parts/refusal.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { membersWith, nameOf } from './member-list.ts'
import { useSetRole, useTenantMembers } from './members.api.ts'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

const searchParameter = 'searchText'

/** The people of the tenant and their roles, for its administrators. */
export function Members() {
  const { t } = useTranslation()
  return (
    <Readable reads="members.getMembers" title={t('settings.page.members')}>
      <MemberTable />
    </Readable>
  )
}

function MemberTable() {
  const { t } = useTranslation()
  const { userId } = useAccount()
  const refusal = useRefusal()
  const [address, setAddress] = useSearchParams()
  const searchText = address.get(searchParameter) ?? ''
  const { data, isError, refetch } = useTenantMembers()
  const { change, error } = useRoleChange()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<TenantMember>()
  const columns = useMemberColumns(data, { onRole: change, onRemove: setLeaving })
  const listId = useId()
  const isHere = data?.provider === 'embedded'
  const search = (text: string) => setAddress(text === '' ? {} : { [searchParameter]: text }, { replace: true })
  useCommands(isHere ? [{ id: 'settings.member', label: t('settings.members.add'), run: () => setAdding(true) }] : [])
  const addButton = isHere ? (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
      {t('settings.members.add')}
    </Button>
  ) : undefined
  const empty =
    data?.members.length === 0 ? (
      <EmptyState
        icon={<PeopleIcon />}
        title={t('settings.member.empty')}
        description={t(isHere ? 'settings.member.emptyHint' : 'settings.members.nobodySeen')}
        action={addButton}
      />
    ) : (
      <EmptyState
        title={t('settings.list.nothingFits')}
        action={<Button onClick={() => search('')}>{t('settings.list.clearFilters')}</Button>}
      />
    )
  return (
    <>
      <PageHeader title={t('settings.page.members')} count={data?.members.length} actions={addButton} />
      {isError && !data ? (
        <ErrorState title={t('settings.member.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          {data && (
            <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720, flex: 'none' }}>
              {t(isHere ? 'settings.members.about' : 'settings.members.elsewhere')}
            </Typography>
          )}
          {error && (
            <Alert severity="error" sx={{ mb: 1.5, flex: 'none' }}>
              {refusal(error)}
            </Alert>
          )}
          <Stack direction="row" sx={{ mb: 1.5, flex: 'none' }}>
            <SearchField label={t('settings.members.search')} controls={listId} value={searchText} onChange={search} />
          </Stack>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<TenantMember>
              id={listId}
              label={t('settings.page.members')}
              columns={columns}
              rows={data && membersWith(data.members, searchText)}
              rowId={({ memberId }) => memberId}
              rowLabel={nameOf}
              expectedRows={4}
              empty={empty}
            />
          </Paper>
        </>
      )}
      {isAdding && <AddMemberDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveMemberDialog
          member={leaving}
          isOneself={leaving.memberId === userId}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

/** Gives a role at once; the toast offers to give back the one before. */
function useRoleChange() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { mutate, error } = useSetRole()
  const change = useCallback(
    (member: TenantMember, role: Role) => {
      const set = (next: Role, onSuccess?: () => void) =>
        mutate({ params: { memberId: member.memberId }, body: { role: next } }, onSuccess && { onSuccess })
      set(role, () =>
        feedback.success(t('settings.members.roleSet', { name: nameOf(member), role: t(`shell.role.${role}`) }), {
          label: t('settings.undo'),
          run: () => set(member.role),
        }),
      )
    },
    [mutate, feedback, t],
  )
  return { change, error }
}
