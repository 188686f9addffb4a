import { useApi } from '@pim/api-client/react'
import { useMemo } from 'react'
import { useTenant } from './tenant.ts'

/**
 * Loads pictures for `<Thumbnail>`, in one of the sizes of the settings: one function for each, the same from one
 * render to the next, and none for what has no picture.
 */
export function usePictureLoader(imageSize: string) {
  const api = useApi()
  const { externalId } = useTenant()
  return useMemo(() => {
    const loaders = new Map<string, (signal: AbortSignal) => Promise<Blob>>()
    return ({ binaryId }: { readonly binaryId?: string | undefined }) => {
      if (!binaryId) return undefined
      const known = loaders.get(binaryId)
      if (known) return known
      const load = (signal: AbortSignal) =>
        api.binary.getBinaryContent({ params: { binaryId }, query: { imageSize } }, { signal, tenantId: externalId })
      loaders.set(binaryId, load)
      return load
    }
  }, [api, externalId, imageSize])
}
