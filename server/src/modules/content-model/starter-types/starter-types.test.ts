import { expect, it } from '@rstest/core'
import { starterTypes } from './index.ts'

/** Every object of texts by language: that of a type, a group, a field, its help or an option. */
function labelsIn(value: unknown): Record<string, string>[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en-US' in value) return [value as Record<string, string>]
  return Object.values(value).flatMap(labelsIn)
}

it('the starter types have each text in every language of the screens', () => {
  const labels = labelsIn(starterTypes)
  expect(labels.length).toBeGreaterThan(150)
  const isWhole = (label: Record<string, string>) =>
    ['en-US', 'sv-SE', 'de-DE'].every((language) => label[language]?.trim()) && Object.keys(label).length === 3
  expect(labels.filter((label) => !isWhole(label))).toEqual([])
})
