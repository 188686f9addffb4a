import { partOnDemand } from '@pim/ui'

// Most people who open a list or an import save nothing.
export const SaveChoiceDialog = partOnDemand(async () => (await import('./save-choice-dialog.tsx')).SaveChoiceDialog)
export const ManageChoicesDialog = partOnDemand(
  async () => (await import('./manage-choices-dialog.tsx')).ManageChoicesDialog,
)
