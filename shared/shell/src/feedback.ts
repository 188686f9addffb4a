import { requiredContext } from './required-context.ts'

/** Anything else that comes from outside is shown as `info`. */
export type FeedbackType = 'success' | 'error' | 'info'

export interface FeedbackAction {
  label: string
  run: () => void
}

/** Short messages at the bottom left, gone after two seconds; one with an action stays a little longer. */
export interface Feedback {
  success: (message: string, action?: FeedbackAction) => void
  error: (message: string, action?: FeedbackAction) => void
  info: (message: string, action?: FeedbackAction) => void
}

export const [FeedbackProvider, useFeedback] = requiredContext<Feedback>('useFeedback')
