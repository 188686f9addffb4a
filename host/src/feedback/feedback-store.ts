import type { Feedback, FeedbackAction, FeedbackType } from '@pim/shell'
import { createStore } from 'zustand'

export interface FeedbackItem {
  id: string
  type: FeedbackType
  message: string
  action: FeedbackAction | undefined
}

/** The visible toasts. An unknown type, which a section may send at run time, becomes `info`. */
export function createFeedbackStore() {
  const store = createStore<readonly FeedbackItem[]>(() => [])
  const set = (items: readonly FeedbackItem[]) => store.setState(items, true)
  const add = (type: string, message: string, action?: FeedbackAction) =>
    set([...store.getState(), { id: crypto.randomUUID(), type: typeOf(type), message, action }])

  const feedback: Feedback = {
    success: (message, action) => add('success', message, action),
    error: (message, action) => add('error', message, action),
    info: (message, action) => add('info', message, action),
  }

  return {
    store,
    items: store.getState,
    add,
    feedback,
    dismiss: (id: string) => set(store.getState().filter((item) => item.id !== id)),
    clear: () => set([]),
  }
}
export type FeedbackStore = ReturnType<typeof createFeedbackStore>

const typeOf = (type: string): FeedbackType => (type === 'success' || type === 'error' ? type : 'info')
