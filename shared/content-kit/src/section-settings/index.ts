export { useDeclaredText } from './declared-text.ts'
export { SettingsDialog, type SettingsGroup } from './settings-dialog.tsx'
