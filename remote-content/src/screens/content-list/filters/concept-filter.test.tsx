import type { FoundConcept } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { swedish, uuid } from '../../../testing/open-content.tsx'
import { openList, rowOf } from '../../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const lamps = uuid(50)
const concept = (conceptId: string, name: string, path: string[] = []): FoundConcept => ({
  conceptId,
  taxonomyId: uuid(40),
  taxonomyName: 'Sortiment',
  name,
  nameLanguage: 'sv-SE',
  path,
})

/** The list in Swedish over a server that knows the concept of lamps and no tree. */
function open(at: string) {
  const searched: unknown[] = []
  const looked: unknown[] = []
  const list = openList({
    at,
    overrides: {
      'taxonomies.searchConcepts': ({ body = {} }) => {
        searched.push(body)
        return body.text === 'lampro'
          ? [{ ...concept(uuid(51), 'Lampor', ['Hem']), shownFor: 'lampor' }]
          : [concept(uuid(52), 'Bord')]
      },
      'taxonomies.lookUpConcepts': ({ body }) => {
        looked.push(body)
        return body.conceptIds.includes(lamps) ? [concept(lamps, 'Taklampor', ['Hem', 'Lampor'])] : []
      },
    },
  })
  return { ...list, searched, looked }
}

const inSwedish = `/content-items?variation=${swedish.variationId}`

describe('the filter by concepts', () => {
  it('has the server name what is chosen in the language of the list, and asks for nothing else', async () => {
    const { searched, looked } = open(`${inSwedish}&concept=${lamps}`)
    expect(await screen.findByRole('button', { name: 'Concept Taklampor · Lampor' })).toBeTruthy()
    expect(looked).toEqual([{ conceptIds: [lamps], variationId: swedish.variationId }])
    expect(searched).toEqual([])
  })

  it('has the server find what is typed, says for what it was found, and finds the content under it', async () => {
    const { user, searched, asked } = open(inSwedish)
    await rowOf('Camera 1')
    await user.click(screen.getByRole('button', { name: 'Concept' }))
    expect((await screen.findByRole('option')).textContent).toBe('Bord · Sortiment')
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'lampro{Enter}')
    await user.click(await screen.findByRole('option', { name: 'Lampor · Hem' }))
    expect(screen.getByText('Nothing has “lampro”. Shown for “lampor”.')).toBeTruthy()
    expect(searched.at(-1)).toEqual({ text: 'lampro', limit: 100, variationId: swedish.variationId })
    await waitFor(() => expect(asked.at(-1)?.filtering?.conceptIds).toEqual([uuid(51)]))
  })

  it('can be taken away where its concept is gone', async () => {
    const { user, record } = open(`${inSwedish}&concept=${uuid(99)}`)
    expect(await screen.findByRole('button', { name: 'Concept A concept that is gone' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove the filter Concept' }))
    await waitFor(() => expect(record.address).not.toContain('concept='))
  })
})
