import { createContext, useContext, useEffect } from 'react'

/** Asks the panel around to keep its form until the returned function is called. */
export const PanelHold = createContext<() => () => void>(() => () => {})

/**
 * For a dialog that is opened from within a panel: while it is open the panel stays what it is, beside the list or a sheet.
 * The other form is another tree of components, so the dialog would be closed, and what it says lost.
 */
export function useHeldPanel(isOpen: boolean): void {
  const hold = useContext(PanelHold)
  useEffect(() => (isOpen ? hold() : undefined), [isOpen, hold])
}
