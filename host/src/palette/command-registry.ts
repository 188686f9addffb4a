import type { Command } from '@pim/shell/provide'

/** Collects the commands of all mounted components. They are read when the palette opens. */
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
