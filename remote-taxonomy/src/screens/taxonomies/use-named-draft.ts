import { useUnsavedWork } from '@pim/shell'
import { useCallback, useState } from 'react'

/** What taxonomies and concepts alike are said with. */
export interface Named {
  readonly friendlyName: string
  readonly description: string
}
export type NamedField = keyof Named
export const namedFields: readonly NamedField[] = ['friendlyName', 'description']

/** What was typed, and what stood there when typing began. */
interface Typed {
  readonly text: string
  readonly base: string
}
type Draft = { readonly [Field in NamedField]?: Typed }

/**
 * Typed words over stored ones. A field that nobody has typed in follows what is stored; one that was typed in keeps
 * its words, whatever happens to the stored ones, until they are saved or given up.
 */
export function useNamedDraft(key: string, label: string, stored: Named) {
  const { found, keep, discard } = useUnsavedWork<Draft>(key, label)
  const [draft, setDraft] = useState<Draft>(() => found ?? {})
  const [isFromEarlier, setFromEarlier] = useState(found !== undefined)

  const values: Named = {
    friendlyName: draft.friendlyName?.text ?? stored.friendlyName,
    description: draft.description?.text ?? stored.description,
  }
  const changes: Partial<Named> = {}
  for (const field of namedFields)
    if (values[field] !== stored[field]) Object.assign(changes, { [field]: values[field] })
  const isDirty = Object.keys(changes).length > 0

  const type = useCallback(
    (field: NamedField, text: string) => {
      const next = { ...draft, [field]: { text, base: draft[field]?.base ?? stored[field] } }
      setDraft(next)
      setFromEarlier(false)
      if (namedFields.every((each) => (next[each]?.text ?? stored[each]) === stored[each])) discard()
      else keep(next)
    },
    [draft, stored, keep, discard],
  )
  const giveUp = useCallback(() => {
    setDraft({})
    setFromEarlier(false)
    discard()
  }, [discard])
  /** What somebody else has stored meanwhile in a field that is being typed in. */
  const changedElsewhere = (field: NamedField): string | undefined => {
    const typed = draft[field]
    return typed && typed.base !== stored[field] && typed.text !== stored[field] ? stored[field] : undefined
  }
  return { values, changes, isDirty, isFromEarlier: isFromEarlier && isDirty, type, giveUp, changedElsewhere }
}
