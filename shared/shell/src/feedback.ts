import { requiredContext } from './required-context.ts'

/** Other values, which a section may send at run time, are shown as `info`. */
export type FeedbackType = 'success' | 'error' | 'info'

export interface FeedbackAction {
  label: string
  run: () => void
}

/** Toasts at the bottom left, closed after two seconds. An action, such as Undo, stays on the screen after its toast. */
export interface Feedback {
  success: (message: string, action?: FeedbackAction) => void
  error: (message: string, action?: FeedbackAction) => void
  info: (message: string, action?: FeedbackAction) => void
}

export const [FeedbackProvider, useFeedback] = requiredContext<Feedback>('useFeedback')
