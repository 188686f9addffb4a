import type { ApiError } from '@pim/api-client'
import { useSeenVersion } from '@pim/api-client/seen-version'
import type { Channel } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useChangeChannels } from './channels.api.ts'

interface SaveChannels {
  readonly save: (channels: readonly Channel[], onSuccess: () => void) => void
  readonly error: ApiError | null
  readonly isSaving: boolean
}

/** Saves all channels at once, from the version of the tenant that was seen when the dialog was opened. */
export function useSaveChannels(): SaveChannels {
  const { externalId, version } = useTenant()
  const change = useChangeChannels()
  const seen = useSeenVersion(externalId, version, true)
  return {
    save: (channels, onSuccess) =>
      change.mutate(
        { body: { channels: [...channels] }, ifMatch: seen.ifMatch },
        { onSuccess, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
      ),
    error: change.error,
    isSaving: change.isPending,
  }
}
