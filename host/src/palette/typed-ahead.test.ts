import { describe, expect, it } from '@rstest/core'
import { createTypedAhead } from './typed-ahead.ts'

const press = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, cancelable: true, ...more })

describe('letters typed after the shortcut of the palette', () => {
  let at = 0
  const start = () => createTypedAhead(() => at)
  const typeAll = (ahead: ReturnType<typeof start>, keys: readonly string[]) =>
    keys.map((key) => {
      const event = press(key)
      ahead.keep(event)
      return event.defaultPrevented
    })

  it('are kept for its field, and go to no other one', () => {
    const ahead = start()
    ahead.begin()
    expect(typeAll(ahead, ['s', 'o', 'Shift', ' ', 'F'])).toEqual([true, true, false, true, true])
    expect(ahead.take()).toBe('so F')
    expect(typeAll(ahead, ['a'])).toEqual([false])
    expect(ahead.take()).toBe('')
  })

  it('are corrected before the field is there, and nothing behind it is changed or pressed', () => {
    const ahead = start()
    ahead.begin()
    expect(typeAll(ahead, ['v', 'a', 'a', 'Backspace', 's', 'Enter'])).toEqual([true, true, true, true, true, true])
    expect(ahead.take()).toBe('vas')
  })

  it('are left where they belong before the shortcut, after Escape, and where the palette does not come', () => {
    const ahead = start()
    expect(typeAll(ahead, ['a'])).toEqual([false])
    ahead.begin()
    expect(typeAll(ahead, ['a', 'Escape', 'b'])).toEqual([true, false, false])
    ahead.begin()
    at += 5_001
    expect(typeAll(ahead, ['c'])).toEqual([false])
    expect(ahead.take()).toBe('')
  })

  it('are no shortcuts', () => {
    const ahead = start()
    ahead.begin()
    const event = press('s', { ctrlKey: true })
    ahead.keep(event)
    expect([event.defaultPrevented, ahead.take()]).toEqual([false, ''])
  })
})
