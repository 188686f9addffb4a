import { IconButton, Tooltip } from '@mui/material'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'

interface ToolButtonProps {
  readonly label: string
  /** Left out: it does something once, rather than being on or off. */
  readonly isOn?: boolean | undefined
  readonly hasMenu?: boolean
  readonly children: ReactNode
  onPress(target: HTMLElement): void
}

export function ToolButton({ label, isOn, hasMenu = false, children, onPress }: ToolButtonProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        data-tool
        aria-label={label}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        {...(hasMenu ? { 'aria-haspopup': 'menu' } : {})}
        // The selection in the text has to stay where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => onPress(event.currentTarget)}
        sx={{
          width: 30,
          height: 30,
          color: 'text.secondary',
          '& svg': { fontSize: 18 },
          ...(isOn ? { bgcolor: 'action.selected', color: 'primary.main' } : {}),
        }}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}

const toolsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-tool]') ?? []),
]

const stopAt = (tools: readonly HTMLElement[], chosen: HTMLElement | undefined): void => {
  for (const tool of tools) tool.tabIndex = tool === chosen ? 0 : -1
}

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A toolbar is one stop of the tab key; within it the arrows move, and it remembers where one was. */
export function useRovingFocus(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const tools = toolsIn(root.current)
    if (!tools.some((tool) => tool.tabIndex === 0) || tools.every((tool) => tool.tabIndex === 0))
      stopAt(tools, tools[0])
  })
  return {
    onFocus: (event: FocusEvent) => {
      const tools = toolsIn(root.current)
      const focused = tools.find((tool) => tool === event.target)
      if (focused !== undefined) stopAt(tools, focused)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const tools = toolsIn(root.current)
      const at = event.target instanceof HTMLElement ? tools.indexOf(event.target) : -1
      const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined
      if (at === -1 || step === undefined) return
      event.preventDefault()
      tools[step(at, tools.length)]?.focus()
    },
  }
}
