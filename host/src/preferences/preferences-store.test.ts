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
  let told = 0
  preferences.subscribe(() => {
    told += 1
  })
  return { preferences, browser, tab, told: () => told }
}

describe('preferences', () => {
  it('are told when they change, and outlive the page', () => {
    const { preferences, browser, told } = setUp()
    preferences.write('content.columns', ['name'])
    expect(told()).toBe(1)
    expect(preferences.read('content.columns')).toEqual(['name'])
    expect(setUp({ browser }).preferences.read('content.columns')).toEqual(['name'])
  })

  it('keep the variation of this tab, whatever another tab chooses', () => {
    const browser = memory()
    const here = setUp({ browser })
    const there = setUp({ browser })
    there.preferences.writeVariationId('sv-SE')
    expect(here.preferences.readVariationId()).toBeUndefined()
    here.preferences.writeVariationId('de-DE')
    expect(here.told()).toBe(1)
    expect(there.preferences.readVariationId()).toBe('sv-SE')
    expect(setUp({ browser }).preferences.readVariationId()).toBe('de-DE')
  })
})
