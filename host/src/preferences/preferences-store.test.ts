import { describe, expect, it } from '@rstest/core'
import { safeStorage, tabChoice } from './browser-storage.ts'
import { createPreferences } from './preferences-store.ts'

function memory() {
  const kept = new Map<string, string>()
  return safeStorage(
    () =>
      ({
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      }) as Storage,
  )
}

function setUp({ browser = memory(), tab = memory() } = {}) {
  const preferences = createPreferences(browser, tabChoice('variationId', tab, browser), 'u1:acme')
  let notified = 0
  preferences.subscribe(() => {
    notified += 1
  })
  return { preferences, browser, tab, notified: () => notified }
}

describe('preferences', () => {
  it('notify of changes, and survive a reload', () => {
    const { preferences, browser, notified } = setUp()
    preferences.write('content.columns', ['name'])
    expect(notified()).toBe(1)
    expect(preferences.read('content.columns')).toEqual(['name'])
    expect(setUp({ browser }).preferences.read('content.columns')).toEqual(['name'])
  })

  it('keep the variation of this tab when another tab selects one', () => {
    const browser = memory()
    const here = setUp({ browser })
    const there = setUp({ browser })
    there.preferences.write('variationId', 'sv-SE')
    expect(here.preferences.read('variationId')).toBeUndefined()
    here.preferences.write('variationId', 'de-DE')
    expect(here.notified()).toBe(1)
    expect(there.preferences.read('variationId')).toBe('sv-SE')
    expect(setUp({ browser }).preferences.read('variationId')).toBe('de-DE')
  })
})
