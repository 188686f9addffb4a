import { ListItemText, MenuItem } from '@mui/material'
import { useApi } from '@pim/api-client/react'
import { useChannels } from '@pim/content-kit'
import { useTakeOver, ViewsMenu } from '@pim/content-kit/saved-choices'
import type { ContentType, ListView } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, usePermission, useTenant } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ListState, readListState, writeListState } from '../list-state.ts'
import { isView, missingOf, openView, ownViews, viewAddress, withoutGoneTypes } from './list-views.ts'

interface ContentViewsProps {
  state: ListState
  types: readonly ContentType[] | undefined
  /** All columns that the list has. */
  columnIds: readonly string[]
  /** Those that are shown, in their order, and how wide they are. */
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  onColumns: (columns: string[], widths: Readonly<Record<string, number>>) => void
  /** What the opened view names that is gone, in words; none: all of it is there. */
  onMissing: (name: string, missing: readonly string[]) => void
  /** These concepts are gone: the list is narrowed to the others. */
  onGoneConcepts: (conceptIds: readonly string[]) => void
}

/** As browsers kept views, before the server did. */
interface KeptView {
  readonly name: string
  readonly address: string
}

/** The views of the content list: search, filters, order, and columns with their widths. */
export function ContentViews({ state, types, columnIds, columns, widths, ...on }: ContentViewsProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const { userId, role } = useAccount()
  const { channels } = useChannels()
  const plans = usePermission('publishPlan.getPlans')
  useTakeOver<KeptView>('content.list.views', ({ name, address }) => ({
    kind: 'contentView',
    name,
    isShared: false,
    content: { address },
  }))
  const own = ownViews(userId, reaches(role, 'editor')).map(({ id, address }) => ({
    name: t(`content.view.${id}`),
    address,
  }))

  const open = async (view: ListView & { readonly name: string }) => {
    if (view.columns) on.onColumns([...view.columns], view.widths ?? {})
    const known = { types: types ?? [], channels: channels.map(({ technicalName }) => technicalName), columnIds }
    const missing = types ? missingOf(view, known) : []
    on.onMissing(view.name, missing)
    const { conceptIds } = readListState(new URLSearchParams(view.address))
    if (conceptIds.length === 0) return
    // What cannot be found out is not told: the list says itself that it cannot be read.
    const found = await api.taxonomies
      .lookUpConcepts({ body: { conceptIds: [...conceptIds] } }, { tenantId })
      .catch(() => undefined)
    if (!found) return
    const there = new Set(found.map(({ conceptId }) => conceptId))
    const gone = conceptIds.filter((id) => !there.has(id))
    if (gone.length === 0) return
    on.onMissing(view.name, [...missing, t('content.view.goneConcepts', { count: gone.length })])
    on.onGoneConcepts(gone)
  }
  return (
    <ViewsMenu
      kind="contentView"
      own={own}
      shown={{ address: viewAddress(state), columns: [...columns], widths: { ...widths } }}
      isShown={(address) => isView(state, address)}
      searchOf={(address) =>
        writeListState(types ? withoutGoneTypes(openView(state, address), types) : openView(state, address)).toString()
      }
      onOpen={(view) => void open(view)}
      more={(close) =>
        plans.may && (
          <MenuItem key="plans" dense component={Link} to="/content-plans" onClick={close}>
            <ListItemText primary={t('content.keptPlans.show')} />
          </MenuItem>
        )
      }
    />
  )
}
