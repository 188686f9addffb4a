import type { ContentVariation } from '@pim/contract'
import { useLive } from './content-item.api.ts'
import { useItemAddress } from './use-item-address.ts'

/** Whether the screen shows the published version in place of the working copy. The address remembers it, as in the list. */
export function usePublishedView(current: ContentVariation) {
  const { address, change } = useItemAddress()
  const canShow = current.publishedVersion !== null
  const live = useLive(current)
  return {
    canShow,
    isOn: canShow && address.get('version') === 'published',
    /** Undefined while it is loaded. */
    live,
    show: (isOn: boolean) => change({ version: isOn ? 'published' : undefined }),
  }
}
