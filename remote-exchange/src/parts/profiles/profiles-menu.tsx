import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Divider, ListItemText, Menu, MenuItem } from '@mui/material'
import {
  ManageChoicesDialog,
  SaveChoiceDialog,
  useChoicesInMenu,
  useSavedChoices,
} from '@pim/content-kit/saved-choices'
import type { NewSavedChoice, SavedChoiceOf } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ProfilesMenuProps<Kind extends 'importProfile' | 'exportProfile'> {
  kind: Kind
  /** Makes a profile of the choices that the screen shows. */
  newProfile: (name: string, isShared: boolean) => NewSavedChoice
  onApply: (profile: SavedChoiceOf<Kind>) => void
  onSaved?: (savedChoiceId: string) => void
}

/** Saves what is chosen on a screen under a name, for oneself or for the tenant, and brings it back. */
export function ProfilesMenu<Kind extends 'importProfile' | 'exportProfile'>(props: ProfilesMenuProps<Kind>) {
  const { kind, newProfile, onApply, onSaved } = props
  const { t } = useTranslation()
  const feedback = useFeedback()
  const saved = useSavedChoices(kind, true)
  const choicesInMenu = useChoicesInMenu()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'save' | 'manage'>()
  const close = () => setAnchor(null)
  const take = (next: 'save' | 'manage') => () => {
    close()
    setOpen(next)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderColor: 'divider' }}
      >
        {t('exchange.profile.menu')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={close} slotProps={{ paper: { sx: { maxWidth: 360 } } }}>
        {choicesInMenu({
          ...saved,
          onRetry: saved.retry,
          item: (profile) => (
            <MenuItem
              key={profile.savedChoiceId}
              dense
              onClick={() => {
                close()
                onApply(profile)
              }}
            >
              <ListItemText primary={profile.name} slotProps={{ primary: { noWrap: true } }} />
            </MenuItem>
          ),
        })}
        {(saved.choices?.length ?? 0) > 0 && <Divider />}
        <MenuItem dense onClick={take('save')}>
          {t('exchange.profile.save')}
        </MenuItem>
        {(saved.choices?.length ?? 0) > 0 && (
          <MenuItem dense onClick={take('manage')}>
            {t('exchange.profile.manage')}
          </MenuItem>
        )}
      </Menu>
      {open === 'save' && (
        <SaveChoiceDialog
          title={t('exchange.profile.saveTitle')}
          label={t('exchange.profile.name')}
          help={t('exchange.profile.nameHelp')}
          confirmLabel={t('exchange.profile.confirm')}
          onSave={async (name, isShared) => {
            const { savedChoiceId } = await saved.save(newProfile(name, isShared))
            onSaved?.(savedChoiceId)
            setOpen(undefined)
            feedback.success(t('exchange.profile.saved', { name }))
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'manage' && (
        <ManageChoicesDialog
          title={t('exchange.profile.manageTitle')}
          choices={saved.choices ?? []}
          saved={saved}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
