import { describe, expect, it } from '@rstest/core'
import { keptLog, loggedSince, logPosition } from './kept-log.ts'

const messages = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).msg)

describe('the log of a test server', () => {
  it('keeps warnings and errors, and tells those since a moment', () => {
    const log = keptLog()
    log.warn('before')
    const began = logPosition()
    log.info('of no interest')
    log.warn('slow')
    log.error('failed')
    expect(messages(loggedSince(began))).toEqual(['slow', 'failed'])
  })

  it('forgets the oldest lines, so that it takes no more memory in a long run', () => {
    const log = keptLog()
    const began = logPosition()
    for (let index = 0; index < 3_000; index++) log.warn(`line ${index}`)
    const lines = messages(loggedSince(began))
    expect(lines.length).toBe(1_000)
    expect(lines.at(-1)).toBe('line 2999')
    const later = logPosition()
    log.warn('one more')
    expect(messages(loggedSince(later))).toEqual(['one more'])
  })
})
