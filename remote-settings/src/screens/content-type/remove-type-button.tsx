import { Alert, Stack } from '@mui/material'
import { contentItemPath } from '@pim/content-kit'
import type { ContentType } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { ConfirmDialog, GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useDeleteType } from './content-type.api.ts'

/** Only a type without items can go; where there are some, the server names them. */
export function RemoveTypeButton({ type: { technicalName }, name }: { type: ContentType; name: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const feedback = useFeedback()
  const permission = usePermission('contentModel.deleteType')
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteType()
  const problem = remove.error?.problem
  const removed = () => {
    feedback.success(t('settings.type.removed', { name }))
    void navigate('/settings/content-types')
  }
  return (
    <>
      <GuardedButton
        permission={permission}
        color="error"
        sx={{ alignSelf: 'flex-start' }}
        onClick={() => setAsking(true)}
      >
        {t('settings.type.remove')}
      </GuardedButton>
      <ConfirmDialog
        open={isAsking}
        isDestructive
        title={t('settings.type.removeTitle', { name })}
        confirmLabel={t('settings.type.removeConfirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ query: { technicalName } }, { onSuccess: removed })}
        onCancel={() => {
          setAsking(false)
          remove.reset()
        }}
      >
        <Stack sx={{ gap: 1.5 }}>
          {remove.error && (
            <Alert severity="error">
              {problem?.message ?? t('settings.notSaved')}
              {problem?.usedBy?.slice(0, 5).map(({ contentItemId, name: item }) => (
                <div key={contentItemId}>
                  <Link to={contentItemPath(contentItemId)}>{item}</Link>
                </div>
              ))}
            </Alert>
          )}
          <span>{t('settings.type.removeText')}</span>
        </Stack>
      </ConfirmDialog>
    </>
  )
}
