import { afterEach, describe, expect, it } from '@rstest/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type UnsavedWork, UnsavedWorkProvider, useUnsavedWork } from './unsaved-work.ts'

afterEach(cleanup)

function setUp(kept: Record<string, unknown> = {}) {
  const drafts = new Map(Object.entries(kept))
  const released: string[] = []
  const store: UnsavedWork = {
    read: (key) => drafts.get(key),
    keep: (key, _label, draft) => void drafts.set(key, draft),
    discard: (key) => void drafts.delete(key),
    release: (key) => void released.push(key),
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <UnsavedWorkProvider value={store}>{children}</UnsavedWorkProvider>
  )
  return { drafts, released, wrapper }
}

describe('unsaved work', () => {
  it('is found again when its screen is mounted again', () => {
    const { wrapper } = setUp({ 'item/1': { title: 'half a sen' } })
    const { result } = renderHook(() => useUnsavedWork<{ title: string }>('item/1', 'Camera'), { wrapper })
    expect(result.current.found).toEqual({ title: 'half a sen' })
  })

  it('is stored at every change and removed once it is saved', () => {
    const { drafts, wrapper } = setUp()
    const { result } = renderHook(() => useUnsavedWork<string>('item/1', 'Camera'), { wrapper })
    act(() => result.current.keep('words'))
    expect(drafts.get('item/1')).toBe('words')
    act(() => result.current.discard())
    expect(drafts.has('item/1')).toBe(false)
  })

  it('stays when its screen unmounts, and no longer blocks leaving', () => {
    const { drafts, released, wrapper } = setUp()
    const { result, unmount } = renderHook(() => useUnsavedWork<string>('item/1', 'Camera'), { wrapper })
    act(() => result.current.keep('words'))
    unmount()
    expect(drafts.get('item/1')).toBe('words')
    expect(released).toEqual(['item/1'])
  })

  it('of one key is never offered for another', () => {
    const { wrapper } = setUp({ 'item/1': 'first', 'item/2': 'second' })
    const { result, rerender } = renderHook(({ key }) => useUnsavedWork<string>(key, 'Camera'), {
      wrapper,
      initialProps: { key: 'item/1' },
    })
    rerender({ key: 'item/2' })
    expect(result.current.found).toBe('second')
  })
})
