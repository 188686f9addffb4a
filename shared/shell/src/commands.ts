import { useEffect, useRef } from 'react'
import { requiredContext } from './required-context.ts'

/** An entry of the command palette (⌘K). */
export interface Command {
  id: string
  label: string
  /** More words that the search of the palette finds it by. */
  keywords?: string
  /** The keys shown at its right end: `['Ctrl', 'S']`. */
  shortcut?: readonly string[]
  run: () => void
}

export interface Commands {
  /** Adds commands to the palette; the returned function removes them. */
  add: (commands: () => readonly Command[]) => () => void
}

export const [CommandsProvider, useCommandRegistry] = requiredContext<Commands>('useCommands')

/** Adds commands to the palette while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useCommandRegistry()
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => registry.add(() => latest.current), [registry])
}
