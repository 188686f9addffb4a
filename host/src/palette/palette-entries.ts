import { contentItemPath, mediaItemPath } from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import type { Command } from '@pim/shell/provide'

export interface PaletteEntry extends Command {
  group: 'found' | 'go' | 'do'
  /** Shown in a muted colour behind the label. */
  note?: string
}

/** Search results first, then navigation, then commands; within a group in the order given. */
const order = ['found', 'go', 'do'] as const

/** The entries that contain every typed word, in any order; search results are not filtered again. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string, language: string): PaletteEntry[] {
  const words = typed.toLocaleLowerCase(language).split(/\s+/).filter(Boolean)
  const matches = ({ group, label, keywords = '' }: PaletteEntry) => {
    const text = `${label} ${keywords}`.toLocaleLowerCase(language)
    return group === 'found' || words.every((word) => text.includes(word))
  }
  return order.flatMap((group) => entries.filter((entry) => entry.group === group && matches(entry)))
}

export const foundEntry = (found: SearchContentDocument, navigate: (path: string) => void): PaletteEntry => ({
  id: `found-${found.contentItemId}`,
  group: 'found',
  label: found.name,
  note: found.technicalContentTypeName,
  run: () =>
    navigate(found.kind === 'media' ? mediaItemPath(found.contentItemId) : contentItemPath(found.contentItemId)),
})
