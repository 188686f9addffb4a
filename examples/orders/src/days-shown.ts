import { useSetting } from '@pim/shell/settings'
import remoteJson from '../remote.json'

/** The orders of how many days are shown, as the tenant has set it: what the back end answers, and what screens say. */
export const useDaysShown = (): number => useSetting(remoteJson, 'daysShown')
