import { contentItemPath, mediaItemPath, nameLanguage, variationCode } from '@pim/content-kit'
import type { ContentType, SearchContentDocument, SearchMatch, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { LanguageAttributes } from '@pim/contract/core/text-direction.ts'
import type { Command } from '@pim/shell/provide'

export interface PaletteEntry extends Command {
  group: 'found' | 'go' | 'do'
  /** Shown in a muted colour behind the label. */
  note?: string
  /** `lang` and `dir` of the label. */
  language?: LanguageAttributes
  /** Where the label has what was typed. */
  marks?: SearchContentDocument['nameMarks']
  /** Where it has what was typed, if not in its label. */
  match?: SearchMatch | undefined
}

/** Search results first, then navigation, then commands; within a group in the order given. */
const order = ['found', 'go', 'do'] as const

const oneIsAWord = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Whether content is searched for it: one letter would find everything, and one character of Chinese is a word. */
export const isSearchable = (text: string): boolean => text.length > 1 || oneIsAWord.test(text)

/** The entries that contain every typed word, in any order; search results are not filtered again. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string, language: string): PaletteEntry[] {
  const words = typed.toLocaleLowerCase(language).split(/\s+/).filter(Boolean)
  const matches = ({ group, label, keywords = '' }: PaletteEntry) => {
    const text = `${label} ${keywords}`.toLocaleLowerCase(language)
    return group === 'found' || words.every((word) => text.includes(word))
  }
  return order.flatMap((group) => entries.filter((entry) => entry.group === group && matches(entry)))
}

interface Known {
  readonly variations: readonly Variation[] | undefined
  readonly types: readonly ContentType[] | undefined
  readonly language: string
}

/**
 * Opens in the variation that it was found in. Its note has its content type, and the variation that the name is from, where
 * that is another than the one searched in.
 */
export function foundEntry(
  found: SearchContentDocument,
  { variations, types, language }: Known,
  navigate: (path: string) => void,
): PaletteEntry {
  const { attributes, from } = nameLanguage(found, variations)
  const { contentItemId, technicalContentTypeName } = found
  const type = types?.find(({ technicalName }) => technicalName === technicalContentTypeName)
  const typeLabel = inLanguage(type?.friendlyName ?? {}, language, technicalContentTypeName)
  return {
    id: `found-${contentItemId}`,
    group: 'found',
    label: found.name,
    language: attributes,
    ...(found.nameMarks && { marks: found.nameMarks }),
    match: found.match,
    note: from === undefined ? typeLabel : `${typeLabel} · ${variationCode(from)}`,
    run: () =>
      navigate(
        found.kind === 'media'
          ? mediaItemPath(contentItemId)
          : `${contentItemPath(contentItemId)}?variation=${found.variationId}`,
      ),
  }
}
