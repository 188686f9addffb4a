import { Link as MuiLink, Typography } from '@mui/material'
import { UserName } from '@pim/content-kit'
import type { AuditEntry } from '@pim/contract'
import { type Column, RelativeTime } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RowMenu } from '../../parts/row-menu.tsx'
import { type AuditList, entityKinds, nameIn, pathOf } from './audit-list.ts'

const anybody = { may: true, reason: undefined }

export function useAuditColumns(
  narrow: (part: Partial<AuditList>) => void,
  /** For those alone who may erase names. */
  onErasePerson: ((userId: string) => void) | undefined,
): readonly Column<AuditEntry>[] {
  const { t } = useTranslation()
  const said = useActionWords()
  return useMemo(
    () => [
      {
        id: 'when',
        header: t('settings.audit.when'),
        width: 120,
        cell: ({ at }) => <RelativeTime time={at} />,
      },
      {
        id: 'who',
        header: t('settings.audit.who'),
        width: '18%',
        hideBelow: 'sm',
        cell: ({ userId }) => (userId ? <UserName userId={userId} /> : t('settings.system')),
      },
      {
        id: 'what',
        header: t('settings.audit.what'),
        width: '22%',
        hideBelow: 'md',
        cell: (entry) => said(entry),
      },
      {
        id: 'subject',
        header: t('settings.audit.subject'),
        cell: (entry) => (
          <>
            <Subject entry={entry} />
            <Typography variant="caption" color="textSecondary" component="div" sx={{ display: { md: 'none' } }}>
              {said(entry)}
            </Typography>
          </>
        ),
      },
      {
        id: 'actions',
        header: t('settings.list.actionsOf'),
        isHeaderVisuallyHidden: true,
        width: 52,
        align: 'right',
        cell: ({ userId, entityId, entityKind, action }) => (
          <RowMenu
            label={t('settings.list.actions', { name: action })}
            actions={[
              ...(userId
                ? [{ label: t('settings.audit.onlyWho'), permission: anybody, run: () => narrow({ userId }) }]
                : []),
              {
                label: t('settings.audit.onlySubject'),
                permission: anybody,
                run: () => narrow({ entityKind, entityId }),
              },
              ...(userId && onErasePerson
                ? [
                    {
                      label: t('settings.person.erase'),
                      permission: anybody,
                      isDestructive: true,
                      run: () => onErasePerson(userId),
                    },
                  ]
                : []),
            ]}
          />
        ),
      },
    ],
    [t, said, narrow, onErasePerson],
  )
}

const verbs = new Set([
  'takeOver',
  'end',
  'change',
  'create',
  'delete',
  'discard',
  'draft',
  'archive',
  'erase',
  'export',
  'import',
  'invite',
  'disinvite',
  'join',
  'leave',
  'move',
  'password',
  'pause',
  'publish',
  'purge',
  'quotas',
  'rename',
  'restore',
  'execute',
  'call',
  'cancel',
  'rehearse',
  'resync',
  'restoreVersion',
  'resetToFallback',
  'resume',
  'revoke',
  'rotate',
  'share',
  'unpublish',
  'update',
  'upload',
])

/** "Content type · changed"; a word that nobody here knows is said as the server says it. */
function useActionWords() {
  const { t } = useTranslation()
  return useMemo(
    () =>
      ({ action, entityKind, details: { status, failure } }: AuditEntry): string => {
        const verb = action.slice(action.indexOf('.') + 1)
        const kind = entityKinds.find((one) => one === entityKind)
        const words =
          action !== 'section.answer'
            ? verbs.has(verb)
              ? t(`settings.audit.verb.${verb}`)
              : verb
            : status === undefined
              ? t('settings.audit.notAnswered', { reason: failure })
              : t('settings.audit.answered', { status })
        return `${kind ? t(`settings.audit.kind.${kind}`) : entityKind} · ${words}`
      },
    [t],
  )
}

/** What an entry is about: by its name, with a way to it where there is one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const name = entry.contentItem?.name ?? nameIn(entry) ?? entry.entityId
  const path = pathOf(entry)
  // An invitation has no account, so there is no name to show.
  if (entry.entityKind === 'person' && !/invite$/.test(entry.action)) return <UserName userId={entry.entityId} />
  if (!path) return <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
  return (
    <MuiLink component={Link} to={path} sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
      {name}
    </MuiLink>
  )
}
