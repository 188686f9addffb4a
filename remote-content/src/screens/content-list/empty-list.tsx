import { Button } from '@mui/material'
import { DemoOnItsWay, SetUpTypes } from '@pim/content-kit'
import { EmptyState } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFilters, type ListState } from '../../parts/item-list/list-state.ts'
import { isView } from './views/list-views.ts'

interface EmptyListProps {
  state: ListState
  isLoadingDemo: boolean
  lacksTypes: boolean
  maySetUp: boolean
  /** Makes an item. */
  create: ReactNode
  /** Takes the filters away. */
  onClear: () => void
}

/** In place of rows: why there are none, and what to do next. */
export function EmptyList({ state, isLoadingDemo, lacksTypes, maySetUp, create, onClear }: EmptyListProps) {
  const { t } = useTranslation()
  if (isView(state, 'deleted=only'))
    return <EmptyState title={t('content.list.noneDeleted')} description={t('content.list.noneDeletedHint')} />
  if (hasFilters(state) || state.showPublishedVersion)
    return (
      <EmptyState
        title={t('content.list.nothingFits')}
        description={t('content.list.nothingFitsHint')}
        action={<Button onClick={onClear}>{t('content.filter.clear')}</Button>}
      />
    )
  if (isLoadingDemo) return <DemoOnItsWay />
  const hint = lacksTypes
    ? maySetUp
      ? 'content.list.emptySetUp'
      : 'content.list.emptyNoTypes'
    : 'content.list.emptyHint'
  return (
    <EmptyState
      title={t('content.list.empty')}
      description={t(hint)}
      action={lacksTypes && maySetUp ? <SetUpTypes kind="user" label={t('content.list.setUpType')} /> : create}
    />
  )
}
