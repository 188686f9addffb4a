import type { ContentVariation } from '@pim/contract'
import { useSearchParams } from 'react-router'
import { useLive } from './content-item.api.ts'

/** Whether the screen shows the published version in place of the working copy. The address remembers it, as in the list. */
export function usePublishedView(current: ContentVariation) {
  const [address, setAddress] = useSearchParams()
  const canShow = current.publishedVersion !== null
  const live = useLive(current)
  return {
    canShow,
    isOn: canShow && address.get('version') === 'published',
    /** Undefined while it is loaded. */
    live,
    show: (isOn: boolean) => {
      const next = new URLSearchParams(address)
      if (isOn) next.set('version', 'published')
      else next.delete('version')
      setAddress(next, { replace: true })
    },
  }
}
