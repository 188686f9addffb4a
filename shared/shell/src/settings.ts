import type { Settings } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** The settings of the installation: upload limits, picture sizes, page sizes. */
export const [SettingsProvider, useSettings] = requiredContext<Settings>('useSettings')
