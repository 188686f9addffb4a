import { useEffect, useRef } from 'react'
import { requiredContext } from './required-context.ts'

/** A line of the ⌘K palette. */
export interface Command {
  id: string
  label: string
  /** Other words that it is found by. */
  keywords?: string
  /** Shown at the right: `['Ctrl', 'S']`. */
  shortcut?: readonly string[]
  run: () => void
}

export interface Commands {
  /** Puts commands into the palette until the returned function is called. */
  add: (commands: () => readonly Command[]) => () => void
}

export const [CommandsProvider, useCommandRegistry] = requiredContext<Commands>('useCommands')

/** Offers commands in the ⌘K palette for as long as the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useCommandRegistry()
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => registry.add(() => latest.current), [registry])
}
