import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined'
import { ToggleButton, ToggleButtonGroup, useColorScheme } from '@mui/material'
import { useTranslation } from 'react-i18next'

const modes = [
  { mode: 'light', Icon: LightModeIcon },
  { mode: 'dark', Icon: DarkModeIcon },
  { mode: 'system', Icon: SystemIcon },
] as const

export function ThemeSwitch() {
  const { t } = useTranslation()
  const { mode, setMode } = useColorScheme()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={mode ?? 'system'}
      aria-label={t('shell.theme.label')}
      onChange={(_, chosen: 'light' | 'dark' | 'system' | null) => chosen && setMode(chosen)}
    >
      {modes.map(({ mode, Icon }) => (
        <ToggleButton key={mode} value={mode} sx={{ gap: 0.75 }}>
          <Icon fontSize="small" />
          {t(`shell.theme.${mode}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
