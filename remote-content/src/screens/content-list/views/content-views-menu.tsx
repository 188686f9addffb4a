import { ListItemText, MenuItem } from '@mui/material'
import { useApi } from '@pim/api-client/react'
import { useChannels } from '@pim/content-kit'
import { type NamedView, type OpenedViews, useTakeOver, ViewsMenu } from '@pim/content-kit/saved-choices'
import type { ContentType } from '@pim/contract'
import { usePermission, useTenant } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ListState, writeListState } from '../../../parts/item-list/list-state.ts'
import { readView, viewAddress } from './list-views.ts'
import { missingOf, openView, withoutGoneTypes } from './opened-view.ts'

export interface ContentViewsMenuProps {
  own: readonly NamedView[]
  opened: OpenedViews
  state: ListState
  types: readonly ContentType[] | undefined
  /** All columns that the list has. */
  columnIds: readonly string[]
  /** Those that are shown, in their order, and how wide they are. */
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  onColumns: (columns: string[], widths: Readonly<Record<string, number>>) => void
  /** Told, in words, which parts of the opened view are gone; none: all of it is there. */
  onMissing: (name: string, missing: readonly string[]) => void
  /** These concepts are gone: the list is narrowed to the others. */
  onGoneConcepts: (conceptIds: readonly string[]) => void
}

/** A view in the form in which browsers kept them, before the server did. */
interface KeptView {
  readonly name: string
  readonly address: string
}

/** The menu of the views, and what opening one of them takes. */
export function ContentViewsMenu({
  own,
  opened,
  state,
  types,
  columnIds,
  columns,
  widths,
  ...on
}: ContentViewsMenuProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const { channels } = useChannels()
  const plans = usePermission('publishPlan.getPlans')
  useTakeOver<KeptView>('content.list.views', ({ name, address }) => ({
    kind: 'contentView',
    name,
    isShared: false,
    content: { address },
  }))

  const open = async (view: NamedView) => {
    if (view.columns) on.onColumns([...view.columns], view.widths ?? {})
    const known = { types: types ?? [], channels: channels.map(({ technicalName }) => technicalName), columnIds }
    const missing = types ? missingOf(view, known) : []
    on.onMissing(view.name, missing)
    const { conceptIds } = readView(view.address)
    if (conceptIds.length === 0) return
    // A failure is not told here: the list says itself that it cannot be read.
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
      {...opened}
      kind="contentView"
      own={own}
      shown={{ address: viewAddress(state), columns: [...columns], widths: { ...widths } }}
      searchOf={(address) =>
        writeListState(types ? withoutGoneTypes(openView(state, address), types) : openView(state, address)).toString()
      }
      onOpen={(view) => void open(view)}
      more={
        // An array and no fragment: the arrow keys of a menu reach its direct children alone.
        [
          <MenuItem key="work" dense component={Link} to="/my-work" onClick={opened.close}>
            <ListItemText primary={t('content.work.title')} />
          </MenuItem>,
          plans.may && (
            <MenuItem key="plans" dense component={Link} to="/content-plans" onClick={opened.close}>
              <ListItemText primary={t('content.keptPlans.show')} />
            </MenuItem>
          ),
        ]
      }
    />
  )
}
