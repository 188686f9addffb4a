import type { SearchContentDocument } from '@pim/contract'
import { type Command, contentItemPath, mediaItemPath } from '@pim/shell'

export interface PaletteEntry extends Command {
  group: 'found' | 'go' | 'do'
  /** Behind the label, quietly. */
  note?: string
}

/** What was found first, then where one can go, then what one can do; within each as it came. */
const order = ['found', 'go', 'do'] as const

/** Those that fit what was typed, word by word, in any order. */
export function fitting(entries: readonly PaletteEntry[], typed: string, language: string): PaletteEntry[] {
  const words = typed.toLocaleLowerCase(language).split(/\s+/).filter(Boolean)
  const fits = ({ group, label, keywords = '' }: PaletteEntry) => {
    const text = `${label} ${keywords}`.toLocaleLowerCase(language)
    return group === 'found' || words.every((word) => text.includes(word))
  }
  return order.flatMap((group) => entries.filter((entry) => entry.group === group && fits(entry)))
}

export const foundEntry = (found: SearchContentDocument, navigate: (path: string) => void): PaletteEntry => ({
  id: `found-${found.contentItemId}`,
  group: 'found',
  label: found.name,
  note: found.technicalContentTypeName,
  run: () =>
    navigate(found.kind === 'media' ? mediaItemPath(found.contentItemId) : contentItemPath(found.contentItemId)),
})
