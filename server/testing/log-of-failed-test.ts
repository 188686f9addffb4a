import { beforeEach, onTestFailed } from '@rstest/core'
import { loggedSince, logPosition } from './kept-log.ts'

/** Set-up of every test file: a test that fails says what the server has logged since it began. */
beforeEach(() => {
  const began = logPosition()
  onTestFailed(() => {
    const lines = loggedSince(began)
    if (lines.length > 0) console.log(['The log of the server since the test began:', ...lines.slice(-60)].join('\n'))
  })
})
