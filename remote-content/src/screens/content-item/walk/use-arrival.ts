import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readWalkState } from '../../../parts/walk/walk-steps.ts'
import type { useFieldPlaces } from '../use-field-places.ts'

interface ArrivalOptions {
  /** The field that the address names. */
  wantedField: string | undefined
  outdatedFields: readonly string[]
  places: ReturnType<typeof useFieldPlaces>
  /** Called once one is there. */
  onArrived: () => void
}

/**
 * Moves the focus to the field that the address names. On the way through a list where it names none, the button that was pressed
 * keeps the focus; by key, the first text that is older than its source gets it.
 */
export function useArrival({ wantedField, outdatedFields, places, onArrived }: ArrivalOptions): void {
  const { state } = useLocation()
  const came = readWalkState(state)?.came
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each field that the address names
  useEffect(() => {
    if (wantedField === undefined && came === undefined) return
    onArrived()
    const [outdated] = came?.byButton ? [] : outdatedFields
    const field = wantedField ?? outdated
    const isThere = field !== undefined && places.goToField(field)
    if (!isThere && came) places.root.current?.querySelector<HTMLElement>(`[data-walk=${came.direction}]`)?.focus()
  }, [wantedField])
}
