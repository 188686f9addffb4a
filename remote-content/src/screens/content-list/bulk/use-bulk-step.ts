import type { ApiClient, CallOptions } from '@pim/api-client'
import { invalidateTopics, useApi } from '@pim/api-client/react'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import type { BulkStepWithWayBack } from './bulk-step.ts'

export interface BulkTarget {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly name: string
}
export interface BulkFailure {
  readonly target: BulkTarget
  readonly reason: unknown
}

interface Watch {
  readonly onProgress?: (done: number) => void
  readonly signal?: AbortSignal
}

/** The same step for many, one after the other, telling how far it is; what fails is collected, not fatal. */
export function useBulkStep() {
  const api = useApi()
  const { externalId } = useTenant()
  const queryClient = useQueryClient()
  return async (
    step: BulkStepWithWayBack,
    targets: readonly BulkTarget[],
    { onProgress, signal }: Watch = {},
  ): Promise<{ done: BulkTarget[]; failures: BulkFailure[] }> => {
    const done: BulkTarget[] = []
    const failures: BulkFailure[] = []
    for (const [index, target] of targets.entries()) {
      if (signal?.aborted) break
      const work = takeStep(api, step, target, { tenantId: externalId })
      await work.then(
        () => done.push(target),
        (reason: unknown) => failures.push({ target, reason }),
      )
      onProgress?.(index + 1)
    }
    await invalidateTopics(queryClient, externalId, contentTopics)
    return { done, failures }
  }
}

function takeStep(
  api: ApiClient,
  step: BulkStepWithWayBack,
  target: BulkTarget,
  options: CallOptions,
): Promise<unknown> {
  const item = { params: { contentItemId: target.contentItemId } }
  const variation = { params: { contentVariationId: target.contentVariationId } }
  switch (step) {
    case 'delete':
      return api.contentItem.deleteItem(item, options)
    case 'restore':
      return api.contentItem.restoreItem(item, options)
    default:
      return api.contentVariation[step](variation, options)
  }
}
