import { describe, expect, it } from '@rstest/core'
import staticHalf from '../../remote.json'
import { pagePath, pages } from './settings-pages.ts'

describe('the pages of the settings', () => {
  it('are the screens of remote.json, for the same people', () => {
    const screens: Record<string, { titleKey: string; permission?: string; isForOperators?: boolean }> =
      staticHalf.screens
    const named = Object.keys(screens).filter((path) => path !== '/settings' && !path.includes(':'))
    expect(pages.map(({ name }) => pagePath(name))).toEqual(named)
    for (const page of pages) {
      const { permission, isForOperators } = screens[pagePath(page.name)] ?? { titleKey: '' }
      if ('isForOperators' in page) expect(isForOperators).toBe(true)
      else expect(permission).toBe(page.reads)
    }
  })
})
