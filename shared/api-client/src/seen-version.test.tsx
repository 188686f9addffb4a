import { afterEach, describe, expect, it } from '@rstest/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import { useSeenVersion } from './seen-version.ts'

afterEach(cleanup)

const seenBy = (id: string, current: number, isEditing: boolean) =>
  renderHook(({ id, current, isEditing }) => useSeenVersion(id, current, isEditing), {
    initialProps: { id, current, isEditing },
  })

describe('the version that is sent with a change', () => {
  it('is the one that was on the screen when typing began, whatever comes behind the words', () => {
    const { result, rerender } = seenBy('a', 3, false)
    rerender({ id: 'a', current: 4, isEditing: false })
    rerender({ id: 'a', current: 4, isEditing: true })
    rerender({ id: 'a', current: 5, isEditing: true })
    expect(result.current.ifMatch).toBe(4)
  })

  it('is the newer one once the person was told, and after a save', () => {
    const { result, rerender } = seenBy('a', 4, true)
    act(() => result.current.learn(5))
    expect(result.current.ifMatch).toBe(5)
    act(() => result.current.learn(6))
    rerender({ id: 'a', current: 5, isEditing: false })
    expect(result.current.ifMatch).toBe(6)
  })

  it('belongs to one thing', () => {
    const { result, rerender } = seenBy('a', 9, true)
    rerender({ id: 'b', current: 2, isEditing: true })
    expect(result.current.ifMatch).toBe(2)
  })
})
