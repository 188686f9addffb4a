import { describe, expect, it } from '@rstest/core'
import { relativeTime } from './relative-time.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')
const said = (time: string) => relativeTime(time, now, 'en-US', 'just now')

describe('a time', () => {
  it('is relative for a week, and a date after that', () => {
    expect(said('2026-11-21T11:59:40Z')).toBe('just now')
    expect(said('2026-11-21T11:57:00Z')).toBe('3 min. ago')
    expect(said('2026-11-21T09:00:00Z')).toBe('3 hr. ago')
    expect(said('2026-11-20T11:00:00Z')).toBe('yesterday')
    expect(said('2026-10-01T11:00:00Z')).toBe('Oct 1, 2026')
  })
})
