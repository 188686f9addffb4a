export { SettingsDialog, type SettingsGroup } from './settings-dialog.tsx'
