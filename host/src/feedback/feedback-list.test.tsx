import { afterEach, beforeAll, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FeedbackList, fetchFeedbackMessage } from './feedback-list.tsx'
import { FeedbackOffers } from './feedback-offers.tsx'
import { createFeedbackStore } from './feedback-store.ts'

// The page fetches it when it is at rest.
beforeAll(fetchFeedbackMessage)
beforeEach(() => void rstest.useFakeTimers())
afterEach(() => {
  cleanup()
  rstest.useRealTimers()
})

function setUp() {
  const store = createFeedbackStore()
  render(<FeedbackList store={store} />)
  return store
}
const pass = (milliseconds: number) => act(() => void rstest.advanceTimersByTime(milliseconds))

describe('feedback', () => {
  it('closes after 2000 ms', () => {
    const store = setUp()
    act(() => store.feedback.success('Saved'))
    pass(1_999)
    expect(screen.queryByText('Saved')).toBeTruthy()
    pass(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('with an action closes as soon, and the action stays until it is taken', () => {
    const store = createFeedbackStore()
    render(
      <>
        <FeedbackList store={store} />
        <FeedbackOffers store={store} section="content" />
      </>,
    )
    const undone: string[] = []
    act(() => store.feedback.success('Deleted', { label: 'Undo', run: () => undone.push('it') }))
    pass(2_000)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByText('Deleted')).toBeTruthy()
    pass(60_000)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undone).toEqual(['it'])
    expect(screen.queryByText('Deleted')).toBeNull()
  })

  it('keeps the actions of the latest toasts, until the section is left', () => {
    const store = createFeedbackStore()
    const { rerender } = render(<FeedbackOffers store={store} section="content" />)
    const texts = ['One', 'Two', 'Three', 'Four']
    act(() => {
      for (const text of texts) store.feedback.success(text, { label: 'Undo', run: () => undefined })
      for (const item of store.items()) store.expire(item)
    })
    expect(texts.filter((text) => screen.queryByText(text))).toEqual(['Two', 'Three', 'Four'])
    rerender(<FeedbackOffers store={store} section="media" />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('can be dismissed', () => {
    const store = setUp()
    act(() => store.feedback.info('Heard'))
    fireEvent.click(screen.getByRole('button'))
    expect(screen.queryByText('Heard')).toBeNull()
  })

  it('of an unknown type is shown as information, filled', () => {
    const store = setUp()
    act(() => store.add('party', 'What?'))
    expect(screen.getByRole('status').className).toContain('filled')
    expect(store.items()[0]?.type).toBe('info')
  })

  it('has an id of its own, even if its text is shown twice', () => {
    const store = setUp()
    act(() => {
      store.feedback.error('Twice')
      store.feedback.error('Twice')
    })
    expect(new Set(store.items().map(({ id }) => id)).size).toBe(2)
  })

  it('stays while it is hovered', () => {
    const store = setUp()
    act(() => store.feedback.error('Read me'))
    fireEvent.mouseEnter(screen.getByRole('alert'))
    pass(10_000)
    expect(screen.queryByText('Read me')).toBeTruthy()
    fireEvent.mouseLeave(screen.getByRole('alert'))
    pass(2_000)
    expect(screen.queryByText('Read me')).toBeNull()
  })
})
