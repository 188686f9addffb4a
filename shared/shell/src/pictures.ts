import { useApi } from '@pim/api-client/react'
import { useMemo } from 'react'
import { useTenant } from './tenant.ts'

/**
 * Returns a function that gives `<Thumbnail>` the loader of a binary in one of the picture sizes of the settings. The
 * loader of a binary keeps its identity between renders; it is `undefined` where there is no binary.
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
