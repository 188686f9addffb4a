import type { Command } from '@pim/shell'

/** What the ⌘K palette offers, gathered from whatever is mounted at the moment it opens. */
export function createCommandRegistry() {
  const sources = new Set<() => readonly Command[]>()
  return {
    add: (commands: () => readonly Command[]) => {
      sources.add(commands)
      return () => void sources.delete(commands)
    },
    all: (): Command[] => [...sources].flatMap((commands) => commands()),
  }
}
export type CommandRegistry = ReturnType<typeof createCommandRegistry>
