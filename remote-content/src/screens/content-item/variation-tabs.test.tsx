import type { ContentVariation, Variation } from '@pim/contract'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { english, openContent, uuid } from '../../testing/open-content.tsx'
import { VariationTabs } from './variation-tabs.tsx'

afterEach(cleanup)

const tags = ['sv-SE', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG', 'he-IL', 'th-TH', 'zh-CN', 'nb-NO', 'da-DK', 'fi-FI']

const many: readonly Variation[] = [
  english,
  ...tags.map((tag, at) => ({
    ...english,
    variationId: uuid(at + 2),
    languageCode: tag,
    friendlyName: new Intl.DisplayNames('en-US', { type: 'language' }).of(tag) ?? tag,
    fallbackVariationId: english.variationId,
    isDefault: false,
  })),
]

/** The item in a variation: French is not complete, all others are, and Japanese alone is not live. */
const contentIn = ({ variationId, languageCode }: Variation): ContentVariation => ({
  contentVariationId: uuid(Number(variationId.slice(-4)) + 200),
  contentItemId: uuid(100),
  variationId,
  status: languageCode === 'ja-JP' ? 'draft' : 'published',
  version: 1,
  publishedVersion: languageCode === 'ja-JP' ? null : 1,
  hasUnpublishedChanges: false,
  completeness: languageCode === 'fr-FR' ? 40 : 100,
  readiness: [],
  translation: { state: 'own', percent: 100, outdatedFields: [] },
  deliveryTargets: [],
  fields: {},
  createdAt: '2026-01-01T00:00:00Z',
  publishedAt: null,
  allowedActions: [],
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'somebody',
})

function Item({ variations }: { variations: readonly Variation[] }) {
  const [current, choose] = useState(english.variationId)
  return (
    <VariationTabs
      variations={variations}
      contentVariations={variations.map(contentIn)}
      currentId={current}
      onChange={choose}
    />
  )
}

const open = (variations: readonly Variation[]) =>
  openContent({
    at: '/',
    role: 'editor',
    server: {},
    screens: { '/': <Item variations={variations} /> },
  })

/** Waits until the list above them is closed. */
const tabNames = async () => (await screen.findAllByRole('tab')).map((tab) => tab.textContent?.slice(0, 5))
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Variations' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent?.slice(0, 5))

describe('the variations of an item', () => {
  it('are tabs while there are few', async () => {
    open(many.slice(0, 8))
    await screen.findAllByRole('tab')
    expect(screen.getAllByRole('tab')).toHaveLength(8)
    expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
  })

  it('are found by typing where there are many, and chosen with Enter', async () => {
    const { user } = open(many)
    await screen.findByRole('tab', { name: /en-US/ })
    expect(await tabNames()).toEqual(['en-US'])
    await user.click(await screen.findByRole('button', { name: 'All 12' }))
    expect(await rows()).toHaveLength(12)
    await user.type(await screen.findByRole('searchbox', { name: 'Find a language or market' }), 'heb{Enter}')
    expect(await tabNames()).toEqual(['en-US', 'he-IL'])
    expect((await screen.findByRole('tab', { selected: true })).textContent).toContain('he-IL')
  })

  it('are narrowed to those that lack something, or are not live', async () => {
    const { user } = open(many)
    await user.click(await screen.findByRole('button', { name: 'All 12' }))
    await user.click(await screen.findByRole('button', { name: 'Incomplete · 1' }))
    expect(await rows()).toEqual(['fr-FR'])
    await user.click(await screen.findByRole('button', { name: 'Not live · 1' }))
    expect(await rows()).toEqual(['ja-JP'])
  })

  it('keep their tab while they have a star', async () => {
    const { user } = open(many)
    await user.click(await screen.findByRole('button', { name: 'All 12' }))
    await user.click(await screen.findByRole('button', { name: 'Give th-TH a tab' }))
    await user.click(await screen.findByRole('button', { name: 'Give ar-EG a tab' }))
    await user.keyboard('{Escape}')
    expect(await tabNames()).toEqual(['en-US', 'ar-EG', 'th-TH'])
    await user.click(await screen.findByRole('button', { name: 'All 12' }))
    await user.click(await screen.findByRole('button', { name: 'Take the tab of ar-EG away' }))
    await user.keyboard('{Escape}')
    expect(await tabNames()).toEqual(['en-US', 'th-TH'])
  })

  it('are walked through with the arrow keys', async () => {
    const { user } = open(many)
    await user.click(await screen.findByRole('button', { name: 'All 12' }))
    await user.click(await screen.findByRole('searchbox', { name: 'Find a language or market' }))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('en-US')
    await user.keyboard('{ArrowDown}{Enter}')
    expect((await screen.findByRole('tab', { selected: true })).textContent).toContain('sv-SE')
  })
})
