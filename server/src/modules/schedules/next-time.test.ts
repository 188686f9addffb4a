import { isTimeZone } from '@pim/field-types'
import { describe, expect, it } from '@rstest/core'
import { nextTime } from './next-time.ts'

const stockholm = 'Europe/Stockholm'
const next = (times: Parameters<typeof nextTime>[0], after: string) => nextTime(times, new Date(after)).toISOString()

describe('the next time', () => {
  it('of every hour is the next one with the minute', () => {
    expect(next({ every: 'hour', minute: 15 }, '2026-05-01T10:14:59Z')).toBe('2026-05-01T10:15:00.000Z')
    expect(next({ every: 'hour', minute: 15 }, '2026-05-01T10:15:00Z')).toBe('2026-05-01T11:15:00.000Z')
  })

  it('of a day is by the clock of its time zone, in summer and in winter', () => {
    const times = { every: 'day', at: '06:30', timeZone: stockholm } as const
    expect(next(times, '2026-07-01T04:30:00Z')).toBe('2026-07-02T04:30:00.000Z')
    expect(next(times, '2026-12-01T04:30:00Z')).toBe('2026-12-01T05:30:00.000Z')
    expect(next({ ...times, timeZone: 'Asia/Tokyo' }, '2026-12-01T00:00:00Z')).toBe('2026-12-01T21:30:00.000Z')
  })

  it('that a change to summer time skips is at the end of the gap, and one that comes twice is taken once', () => {
    const times = { every: 'day', at: '02:30', timeZone: stockholm } as const
    expect(next(times, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(next(times, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(next(times, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it('of weekdays is on the next of them, Sunday among them', () => {
    const times = { every: 'week', weekdays: [7, 1], at: '06:00', timeZone: stockholm } as const
    const after = (moment: string) => next({ ...times, weekdays: [...times.weekdays] }, moment)
    expect(after('2026-10-24T00:00:00Z')).toBe('2026-10-25T05:00:00.000Z')
    expect(after('2026-10-25T05:00:00Z')).toBe('2026-10-26T05:00:00.000Z')
    expect(after('2026-10-26T05:00:00Z')).toBe('2026-11-01T05:00:00.000Z')
  })

  it('is one, however many were missed', () => {
    expect(next({ every: 'hour', minute: 0 }, '2026-05-03T12:30:00Z')).toBe('2026-05-03T13:00:00.000Z')
  })
})

it('a time zone is one that the server knows', () => {
  expect(['UTC', stockholm, 'Europe/Atlantis', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
