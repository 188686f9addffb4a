import type { Settings } from '@pim/contract'
import { requiredContext } from './required-context.ts'

/** What holds for everyone: limits, picture sizes, page sizes. */
export const [SettingsProvider, useSettings] = requiredContext<Settings>('useSettings')
