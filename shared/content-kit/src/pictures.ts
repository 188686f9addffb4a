import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { RenditionReason } from '@pim/contract/core/rendition.ts'
import { useTenant } from '@pim/shell'
import { useMemo } from 'react'

/** The bytes of a picture, or why there is none: that is no failure, and asking again does not change it. */
type Picture = Blob | { readonly reason: RenditionReason }

/**
 * Returns a function that gives `<Thumbnail>` the loader of a binary in one of the picture sizes of the settings. The
 * loader of a binary keeps its identity between renders; it is `undefined` where there is no binary.
 */
export function usePictureLoader(imageSize: string) {
  const api = useApi()
  const { externalId } = useTenant()
  return useMemo(() => {
    const loaders = new Map<string, (signal: AbortSignal) => Promise<Picture>>()
    return ({ binaryId, page = 1 }: { readonly binaryId?: string | undefined; readonly page?: number }) => {
      if (!binaryId) return undefined
      const key = `${binaryId} ${page}`
      const known = loaders.get(key)
      if (known) return known
      const load = (signal: AbortSignal): Promise<Picture> =>
        api.binary
          .getBinaryContent(
            { params: { binaryId }, query: { imageSize, ...(page > 1 && { page }) } },
            { signal, tenantId: externalId },
          )
          .catch((error: unknown) => {
            const reason = error instanceof ApiError ? error.problem?.renditionReason : undefined
            if (reason === undefined) throw error
            return { reason }
          })
      loaders.set(key, load)
      return load
    }
  }, [api, externalId, imageSize])
}
