import EditIcon from '@mui/icons-material/EditOutlined'
import { IconButton, InputBase, Tooltip, Typography } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import { isOvertaken, useSeenVersion } from '@pim/api-client/seen-version'
import { useProblemWords } from '@pim/content-kit/plan'
import type { ContentItem } from '@pim/contract'
import { useFeedback, usePermission } from '@pim/shell'
import { PageTitle } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The item's name, which is the page's heading and can be changed in place: Enter keeps it, Escape gives it up. */
export function ItemName({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may } = usePermission('contentItem.renameItem')
  const [typed, setTyped] = useState<string>()
  const problemText = useProblemWords()
  const seen = useSeenVersion(item.contentItemId, item.version, typed !== undefined)
  const rename = useApiMutation('contentItem.renameItem', {
    onError: (error) => {
      seen.learn(error.problem?.currentVersion)
      feedback.error(isOvertaken(error.problem) ? t('content.overtaken') : problemText(error))
    },
    onSuccess: ({ version }) => {
      seen.learn(version)
      setTyped(undefined)
    },
  })
  const submit = () => {
    const name = typed?.trim() ?? ''
    if (name === '' || name === item.name) setTyped(undefined)
    else rename.mutate({ query: { contentItemId: item.contentItemId, name }, ifMatch: seen.ifMatch })
  }
  if (typed !== undefined) {
    return (
      <InputBase
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
          if (event.key === 'Escape') setTyped(undefined)
        }}
        disabled={rename.isPending}
        slotProps={{ input: { dir: 'auto', 'aria-label': t('content.item.name'), maxLength: 500 } }}
        sx={{ typography: 'h1', flexGrow: 1, minWidth: 160, borderBottom: 2, borderColor: 'primary.main' }}
      />
    )
  }
  return (
    <>
      <PageTitle>{item.name}</PageTitle>
      <Typography variant="h1" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <bdi>{item.name}</bdi>
      </Typography>
      {may && !item.isDeleted && (
        <Tooltip title={t('content.item.rename')}>
          <IconButton size="small" aria-label={t('content.item.rename')} onClick={() => setTyped(item.name)}>
            <EditIcon fontSize="inherit" />
          </IconButton>
        </Tooltip>
      )}
    </>
  )
}
