import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Divider, ListItemText, Menu, MenuItem } from '@mui/material'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount, useFeedback, usePermission, usePreference } from '@pim/shell'
import { partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ListState, writeListState } from '../list-state.ts'
import { isView, openView, ownViews, type SavedView, viewAddress } from './list-views.ts'

const SaveViewDialog = partOnDemand(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

const none: readonly SavedView[] = []

/** The names that ways of looking at the list have, one's own among them; the button says which one this is. */
export function ViewsMenu({ state }: { state: ListState }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { userId } = useAccount()
  const mayDeleted = reaches(useAccount().role, 'editor')
  const plans = usePermission('publishPlan.getPlans')
  const [saved, keep] = usePreference('content.list.views', none)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSaving, setSaving] = useState(false)
  const close = () => setAnchor(null)

  const own = ownViews(userId, mayDeleted).map(({ id, address }) => ({ name: t(`content.view.${id}`), address }))
  const current = [...own, ...saved].find(({ address }) => isView(state, address))
  const currentSaved = saved.find((view) => view === current)
  const save = (name: string) => {
    keep([...saved.filter((view) => view.name !== name), { name, address: viewAddress(state) }])
    setSaving(false)
  }
  const remove = (view: SavedView) => {
    close()
    keep(saved.filter((each) => each !== view))
    feedback.success(t('content.view.removed', { name: view.name }), {
      label: t('content.delete.undo'),
      run: () => keep(saved),
    })
  }
  const item = ({ name, address }: SavedView) => (
    <MenuItem
      key={name}
      dense
      component={Link}
      to={{ search: writeListState(openView(state, address)).toString() }}
      selected={name === current?.name}
      aria-current={name === current?.name ? 'page' : undefined}
      onClick={close}
    >
      <ListItemText primary={name} slotProps={{ primary: { noWrap: true } }} />
    </MenuItem>
  )
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={t('content.view.label', { name: current?.name ?? t('content.view.other') })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ maxWidth: 220, borderColor: 'divider', '& > span:first-of-type': { flexShrink: 1 } }}
      >
        {current?.name ?? t('content.view.other')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={close} slotProps={{ paper: { sx: { maxWidth: 320 } } }}>
        {own.map(item)}
        {saved.length > 0 && <Divider />}
        {saved.map(item)}
        <Divider />
        <MenuItem
          dense
          disabled={current !== undefined}
          onClick={() => {
            close()
            setSaving(true)
          }}
        >
          {t('content.view.save')}
        </MenuItem>
        {plans.may && (
          <MenuItem dense component={Link} to="/content-plans" onClick={close}>
            {t('content.keptPlans.show')}
          </MenuItem>
        )}
        {currentSaved && (
          <MenuItem dense onClick={() => remove(currentSaved)}>
            <ListItemText
              primary={t('content.view.remove', { name: currentSaved.name })}
              slotProps={{ primary: { noWrap: true } }}
            />
          </MenuItem>
        )}
      </Menu>
      {isSaving && (
        <SaveViewDialog taken={own.map(({ name }) => name)} onSave={save} onClose={() => setSaving(false)} />
      )}
    </>
  )
}
