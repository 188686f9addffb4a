import { useCommands } from '@pim/shell'
import { commandKey } from '@pim/ui'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarkTranslated } from '../../parts/translation/use-mark-translated.ts'
import { directions } from '../../parts/walk/list-walk.ts'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'
import type { useListWalk } from './walk/use-list-walk.ts'
import { walkKeys } from './walk/walk-buttons.tsx'

interface ItemCommandsOptions {
  draft: ItemDraft
  summary: DraftSummary
  isReadOnly: boolean
  hasProblems: boolean
  onNextProblem: () => void
  walk: ReturnType<typeof useListWalk>
  onPublish: () => void
  onPanel: () => void
}

/** Commands of the palette for an item, beside the steps of its lifecycle, with their keys. Answers the listener of those keys. */
export function useItemCommands(options: ItemCommandsOptions): (event: KeyboardEvent) => void {
  const { draft, summary, isReadOnly, hasProblems, onNextProblem, walk, onPublish, onPanel } = options
  const { t } = useTranslation()
  const { mark } = useMarkTranslated()
  const { contentVariationId, translation } = summary.variation
  const isOutdated = translation.outdatedFields.length > 0 && !isReadOnly
  const markTranslated = () => void mark([contentVariationId])
  const save = () => void draft.flush()
  const undo = () => draft.undo()
  useCommands([
    { id: 'content.save', label: t('content.command.save'), shortcut: [commandKey, 'S'], run: save },
    ...(summary.canUndo
      ? [{ id: 'content.undo', label: t('content.item.undo'), shortcut: [commandKey, 'Z'], run: undo }]
      : []),
    ...(hasProblems
      ? [{ id: 'content.next', label: t('content.command.next'), shortcut: ['F8'], run: onNextProblem }]
      : []),
    ...(isOutdated
      ? [{ id: 'content.mark', label: t('content.translation.mark'), shortcut: ['F9'], run: markTranslated }]
      : []),
    ...(walk
      ? directions.map((direction) => ({
          id: `content.walk.${direction}`,
          label: t(`content.walk.${direction}`),
          shortcut: walkKeys[direction],
          run: () => void walk.go(direction),
        }))
      : []),
    { id: 'content.panel', label: t('content.item.panel'), run: onPanel },
  ])
  return (event) => {
    const run = { F8: onNextProblem, F9: isOutdated ? markTranslated : undefined }[event.key]
    if (run) {
      run()
      return event.preventDefault()
    }
    if (!(event.ctrlKey || event.metaKey)) return
    const inText =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, [contenteditable="true"] *, [contenteditable="true"]')
    // Keys that are pressed in a dialog come here, too, and mean the dialog.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key.toLowerCase() === 's' && event.shiftKey && isHere) onPublish()
    else if (event.key === 's') save()
    else if (event.key.toLowerCase() === 'z' && !inText) event.shiftKey ? draft.redo() : undo()
    else return
    event.preventDefault()
  }
}
