import type { FieldError } from '@pim/contract'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { ItemDraft } from './editing/item-draft.ts'

interface Refused {
  /** The value that the server refused to publish, as JSON. */
  readonly value: string
  readonly errors: readonly FieldError[]
}

/** What the server said of each field when it refused to publish: only for as long as the field holds that value. */
export function usePublishErrors(draft: ItemDraft) {
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map())
  const valueIn = (field: string) => JSON.stringify(draft.field(field).value ?? null)
  // Only those fields are listened to: a key press anywhere else is none of this.
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = [...refused.keys()].map((field) => draft.fieldStore(field).subscribe(changed))
      return () => {
        for (const end of ends) end()
      }
    },
    [draft, refused],
  )
  const standingFields = useSyncExternalStore(subscribe, () =>
    [...refused].flatMap(([field, { value }]) => (value === valueIn(field) ? field : [])).join(),
  )
  const standing = new Set(standingFields === '' ? [] : standingFields.split(','))
  return {
    fields: [...standing],
    errorsOf: (field: string) => (standing.has(field) ? refused.get(field)?.errors : undefined),
    /** Answers the fields that the errors are about; an error inside of a field counts for the field. */
    set: (errors: readonly FieldError[]): string[] => {
      const byField = Map.groupBy(errors, ({ technicalFieldName }) => technicalFieldName.split(/[.[]/)[0] ?? '')
      setRefused(new Map([...byField].map(([field, said]) => [field, { value: valueIn(field), errors: said }])))
      return [...byField.keys()]
    },
  }
}
