import type { Feedback, FeedbackAction, FeedbackType } from '@pim/shell'

export interface FeedbackItem {
  id: string
  type: FeedbackType
  message: string
  action: FeedbackAction | undefined
}

/** The messages on show. Same-named types from elsewhere that we do not know are shown as `info`. */
export function createFeedbackStore() {
  let items: readonly FeedbackItem[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly FeedbackItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const add = (type: string, message: string, action?: FeedbackAction) =>
    set([...items, { id: crypto.randomUUID(), type: typeOf(type), message, action }])

  const feedback: Feedback = {
    success: (message, action) => add('success', message, action),
    error: (message, action) => add('error', message, action),
    info: (message, action) => add('info', message, action),
  }

  return {
    add,
    feedback,
    dismiss: (id: string) => set(items.filter((item) => item.id !== id)),
    clear: () => set([]),
    items: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type FeedbackStore = ReturnType<typeof createFeedbackStore>

const typeOf = (type: string): FeedbackType => (type === 'success' || type === 'error' ? type : 'info')
