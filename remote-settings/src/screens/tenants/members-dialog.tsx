import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { Member, Members, OperatedTenant } from '@pim/contract'
import { EmptyState, ErrorState } from '@pim/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '../../parts/refusal.ts'
import { RoleInput } from '../../parts/role-input.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { AddMemberForm } from './add-member-form.tsx'
import { SignInChecks } from './sign-in-checks.tsx'
import { useMembers, useRemoveMember, useResetPassword, useSetMemberRole } from './tenants.api.ts'

const may = { may: true, reason: undefined }

/** Who works in a tenant, and as what. A password stands here once, and is forgotten with the dialog. */
export function MembersDialog({ tenant, onClose }: { tenant: OperatedTenant; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data, isError, refetch } = useMembers(tenant.externalId)
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<{ username: string; password: string }>()
  return (
    <Dialog open onClose={shown ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2">
        {t('settings.member.title', { name: tenant.friendlyName })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {shown && <NewPassword {...shown} onStored={() => setShown(undefined)} />}
          {isError && !data && <ErrorState title={t('settings.member.failed')} onRetry={() => void refetch()} />}
          {!isError && !data && <Skeleton variant="rounded" height={160} />}
          {data?.provider.kind === 'external' && <ElsewhereSteps externalId={tenant.externalId} {...data.provider} />}
          {data?.provider.kind === 'embedded' &&
            (isAdding ? (
              <AddMemberForm
                externalId={tenant.externalId}
                onClose={() => setAdding(false)}
                onAdded={({ username, password }) => {
                  setAdding(false)
                  if (password !== undefined) setShown({ username, password })
                }}
              />
            ) : (
              <MemberList
                externalId={tenant.externalId}
                members={data.members}
                onPassword={(username, password) => setShown({ username, password })}
              />
            ))}
        </Stack>
      </DialogContent>
      {!isAdding && (
        <DialogActions>
          <Button onClick={onClose} disabled={shown !== undefined}>
            {t('settings.tenant.close')}
          </Button>
          {data?.provider.kind === 'embedded' && (
            <Button variant="contained" disabled={shown !== undefined} onClick={() => setAdding(true)}>
              {t('settings.member.add')}
            </Button>
          )}
        </DialogActions>
      )}
    </Dialog>
  )
}

interface MemberListProps {
  externalId: string
  members: readonly Member[]
  onPassword: (username: string, password: string) => void
}

function MemberList({ externalId, members, onPassword }: MemberListProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  const setRole = useSetMemberRole()
  const remove = useRemoveMember()
  const reset = useResetPassword()
  const error = setRole.error ?? remove.error ?? reset.error
  if (members.length === 0)
    return <EmptyState title={t('settings.member.empty')} description={t('settings.member.emptyHint')} />
  return (
    <>
      {error && <Alert severity="error">{refusal(error)}</Alert>}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1.5 }}>
        {members.map(({ userId, username, firstName, lastName, email, role, isEverywhere }) => {
          const params = { externalId, userId }
          const name = `${firstName} ${lastName}`
          return (
            <Stack key={userId} component="li" direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
              <Box sx={{ flexGrow: 1, minWidth: 160, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
                <Typography variant="caption" color="textSecondary">
                  {username} · {email}
                </Typography>
              </Box>
              <Box sx={{ width: 160 }}>
                <RoleInput
                  label={t('settings.member.roleOf', { name })}
                  role={role}
                  disabled={isEverywhere || setRole.isPending}
                  helperText={isEverywhere ? t('settings.member.everywhere') : undefined}
                  onChange={(next) => setRole.mutate({ params, body: { role: next } })}
                />
              </Box>
              <RowMenu
                label={t('settings.list.actions', { name })}
                actions={[
                  {
                    label: t('settings.member.reset'),
                    permission: may,
                    run: () =>
                      reset.mutate({ params }, { onSuccess: ({ password }) => onPassword(username, password) }),
                  },
                  {
                    label: t('settings.member.remove'),
                    permission: may,
                    isDestructive: true,
                    run: () => remove.mutate({ params }),
                  },
                ]}
              />
            </Stack>
          )
        })}
      </Stack>
    </>
  )
}

function NewPassword({ username, password, onStored }: { username: string; password: string; onStored: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Alert severity="warning">{t('settings.member.passwordOnce', { username })}</Alert>
      <TextField
        label={t('settings.member.password')}
        value={password}
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' },
          input: { sx: { fontFamily: 'monospace' } },
        }}
      />
      <Button autoFocus variant="contained" onClick={onStored} sx={{ alignSelf: 'flex-start' }}>
        {t('settings.member.stored')}
      </Button>
    </Stack>
  )
}

const steps = ['client', 'attribute', 'scope', 'tenants', 'audience', 'roles', 'person'] as const

/** What the administrator of the identity provider does there. */
function ElsewhereSteps({
  externalId,
  issuer,
  clientId,
}: Omit<Extract<Members['provider'], { kind: 'external' }>, 'kind'> & { externalId: string }) {
  const { t } = useTranslation()
  return (
    <>
      <span>{t('settings.member.elsewhere', { issuer })}</span>
      <Stack component="ol" sx={{ m: 0, pl: 3, gap: 1 }}>
        {steps.map((step) => (
          <li key={step}>{t(`settings.member.step.${step}`, { externalId, clientId, origin: location.origin })}</li>
        ))}
      </Stack>
      <SignInChecks clientId={clientId} />
    </>
  )
}
