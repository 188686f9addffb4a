import type { SearchContentDocument } from '@pim/contract'

/** A change of the channels of the ticked rows. */
export interface ChannelChange {
  readonly kind: 'add' | 'takeOut'
  readonly channels: readonly string[]
}

/** Whose channels can be changed: what is archived or deleted takes no edit. */
export const takesChannels = ({ status, isDeleted = false }: SearchContentDocument): boolean =>
  status !== 'archived' && !isDeleted

/**
 * The channels that something names after the change, where it names these now: none means every one. Undefined where it
 * would go to none, which only an unpublish can do. `all`: those of the tenant.
 */
export function channelsAfter(
  targets: readonly string[],
  { kind, channels }: ChannelChange,
  all: readonly string[],
): readonly string[] | undefined {
  if (kind === 'add') return targets.length === 0 ? targets : [...new Set([...targets, ...channels])].sort()
  const before = targets.length === 0 ? all : targets
  const rest = before.filter((each) => !channels.includes(each))
  if (rest.length === before.length) return targets
  return rest.length === 0 ? undefined : rest.toSorted()
}

export interface ChangedChannels {
  readonly row: SearchContentDocument
  readonly targets: readonly string[]
}

/** Which rows the change is anything for, and which would go to no channel. */
export function channelChanges(
  rows: readonly SearchContentDocument[],
  change: ChannelChange,
  all: readonly string[],
): { readonly changed: ChangedChannels[]; readonly leftWithNone: number } {
  const changed: ChangedChannels[] = []
  let leftWithNone = 0
  for (const row of rows) {
    const targets = channelsAfter(row.deliveryTargets, change, all)
    if (targets === undefined) leftWithNone += 1
    else if (targets.join() !== row.deliveryTargets.toSorted().join()) changed.push({ row, targets })
  }
  return { changed, leftWithNone }
}
