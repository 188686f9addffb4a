import type { BulkEdit } from '@pim/contract'
import { targetsEntry } from '../../domain/derived-changes.ts'
import { isSameList } from '../../domain/values.ts'
import { type EditOutcome, type EditPlace, nothing, refusal } from './edit-place.ts'

type Channels = Extract<BulkEdit, { kind: 'channels' }>

/** Adds and takes away channels. None named means every one: so the last of them cannot be taken away. */
export function changeChannels({ item, variation }: EditPlace, { add, remove }: Channels): EditOutcome {
  const all = item.channels.map(({ technicalName }) => technicalName)
  const unknown = add.find((name) => !all.includes(name))
  if (unknown !== undefined)
    return refusal('deliveryTargets', 'UNKNOWN_TARGET', `${unknown} is not a delivery target of the tenant`)
  const { deliveryTargets: before } = variation
  const isEvery = before.length === 0
  // Taking one from every channel leaves the others by name; adding one to every channel changes nothing.
  const taken = isEvery ? all.filter((name) => remove.includes(name)) : remove
  if (isEvery && taken.length === 0) return nothing
  const after = [...new Set([...(isEvery ? all : before), ...add])].filter((name) => !taken.includes(name)).sort()
  if (after.length === 0)
    return refusal('deliveryTargets', 'NO_CHANNEL', 'would go to no channel, and no channel named means every one')
  return isSameList(after, before) ? nothing : new Map([[targetsEntry, { slot: { value: after } }]])
}
