import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Divider, ListItemText, Menu, MenuItem, Typography } from '@mui/material'
import { useFeedback } from '@pim/shell'
import { partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MappingProfile, useProfiles } from './profiles.ts'

const NameProfileDialog = partOnDemand(async () => (await import('./name-profile-dialog.tsx')).NameProfileDialog)

interface ProfilesMenuProps {
  /** What would be kept; undefined where there is nothing to keep yet. */
  current: Omit<MappingProfile, 'name'> | undefined
  onApply: (profile: MappingProfile) => void
}

/** The mappings that have a name, in this browser. */
export function ProfilesMenu({ current, onApply }: ProfilesMenuProps) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const [profiles, keep] = useProfiles()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isSaving, setSaving] = useState(false)
  const close = () => setAnchor(null)
  const save = (name: string) => {
    if (current) keep([...profiles.filter((each) => each.name !== name), { ...current, name }])
    setSaving(false)
    feedback.success(t('exchange.profile.saved', { name }))
  }
  const remove = (profile: MappingProfile) => {
    close()
    keep(profiles.filter((each) => each !== profile))
    feedback.success(t('exchange.profile.removed', { name: profile.name }), {
      label: t('exchange.profile.undo'),
      run: () => keep(profiles),
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
          disabled={!current}
          onClick={() => {
            close()
            setSaving(true)
          }}
        >
          {t('exchange.profile.save')}
        </MenuItem>
        {profiles.map((profile) => (
          <MenuItem key={profile.name} dense onClick={() => remove(profile)}>
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
