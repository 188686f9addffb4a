import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Divider, ListItemText, Menu, MenuItem, Typography } from '@mui/material'
import { useFeedback } from '@pim/shell'
import { partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const NameProfileDialog = partOnDemand(async () => (await import('./name-profile-dialog.tsx')).NameProfileDialog)

/** Choices that have a name, kept in this browser for the tenant. */
export interface Profile {
  readonly name: string
}

interface ProfilesMenuProps<Kept extends Profile> {
  profiles: readonly Kept[]
  onKeep: (profiles: readonly Kept[]) => void
  /** Makes a profile of the choices that the screen shows. */
  newProfile: (name: string) => Kept
  onApply: (profile: Kept) => void
}

/** Keeps what is chosen on a screen under a name, and brings it back. */
export function ProfilesMenu<Kept extends Profile>({ profiles, onKeep, newProfile, onApply }: ProfilesMenuProps<Kept>) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSaving, setSaving] = useState(false)
  const close = () => setAnchor(null)
  const save = (name: string) => {
    onKeep([...profiles.filter((each) => each.name !== name), newProfile(name)])
    setSaving(false)
    feedback.success(t('exchange.profile.saved', { name }))
  }
  const remove = (profile: Kept) => {
    close()
    onKeep(profiles.filter((each) => each !== profile))
    feedback.success(t('exchange.profile.removed', { name: profile.name }), {
      label: t('exchange.profile.undo'),
      run: () => onKeep(profiles),
    })
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
        <Typography component="li" role="presentation" variant="caption" color="textSecondary" sx={{ px: 2, py: 1 }}>
          {t('exchange.profile.where')}
        </Typography>
        {profiles.map((profile) => (
          <MenuItem
            key={profile.name}
            dense
            onClick={() => {
              close()
              onApply(profile)
            }}
          >
            <ListItemText primary={profile.name} slotProps={{ primary: { noWrap: true } }} />
          </MenuItem>
        ))}
        {profiles.length > 0 && <Divider />}
        <MenuItem
          dense
          onClick={() => {
            close()
            setSaving(true)
          }}
        >
          {t('exchange.profile.save')}
        </MenuItem>
        {profiles.map((profile) => (
          <MenuItem key={`remove ${profile.name}`} dense onClick={() => remove(profile)}>
            <ListItemText
              primary={t('exchange.profile.remove', { name: profile.name })}
              slotProps={{ primary: { noWrap: true } }}
            />
          </MenuItem>
        ))}
      </Menu>
      {isSaving && <NameProfileDialog onName={save} onClose={() => setSaving(false)} />}
    </>
  )
}
