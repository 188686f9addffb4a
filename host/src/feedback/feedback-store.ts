import type { Feedback, FeedbackAction, FeedbackType } from '@pim/shell/provide'
import { createStore } from 'zustand'

export interface FeedbackItem {
  id: string
  type: FeedbackType
  message: string
  action: FeedbackAction | undefined
}

/** A toast that has closed by itself and whose action, such as Undo, can still be taken. */
export type FeedbackOffer = FeedbackItem & { action: FeedbackAction }

/** Actions that are kept after their toasts. */
const maxOffers = 3

/** The visible toasts. An unknown type, which a section may send at run time, becomes `info`. */
export function createFeedbackStore() {
  const store = createStore<readonly FeedbackItem[]>(() => [])
  const offers = createStore<readonly FeedbackOffer[]>(() => [])
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
    /** Closes a toast after its time. Its action stays on the screen. */
    expire: (item: FeedbackItem) => {
      set(store.getState().filter(({ id }) => id !== item.id))
      const { action } = item
      if (action) offers.setState((kept) => [...kept, { ...item, action }].slice(-maxOffers), true)
    },
    /** The actions of closed toasts, the oldest first. */
    offers,
    withdraw: (id: string) => offers.setState((kept) => kept.filter((offer) => offer.id !== id), true),
    withdrawAll: () => offers.setState([], true),
    clear: () => {
      set([])
      offers.setState([], true)
    },
  }
}
export type FeedbackStore = ReturnType<typeof createFeedbackStore>

const typeOf = (type: string): FeedbackType => (type === 'success' || type === 'error' ? type : 'info')
