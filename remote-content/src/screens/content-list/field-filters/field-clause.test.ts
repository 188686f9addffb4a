import type { ContentType, Field } from '@pim/contract'
import type { FieldServices } from '@pim/field-types/react'
import { describe, expect, it } from '@rstest/core'
import strings from '../../../../locales/en-US.json'
import { clauseInWords, operandsInWords } from './clause-words.ts'
import { filterOf, readClauses, writeClause } from './field-clause.ts'

const weight: Field = {
  technicalName: 'weight',
  friendlyName: { 'en-US': 'Weight' },
  type: 'measurement',
  settings: { family: 'Weight' },
}
const title: Field = { technicalName: 'title', friendlyName: {}, type: 'text' }
const topics: Field = { technicalName: 'topics', friendlyName: {}, type: 'concepts' }
const released: Field = { technicalName: 'released', friendlyName: {}, type: 'date' }
const type = (technicalName: string, fields: Field[]): ContentType => ({
  technicalName,
  friendlyName: {},
  kind: 'user',
  fields,
})
const types = [
  type('camera', [weight, title, topics, released]),
  type('article', [title, { ...weight, type: 'integer', settings: {} }]),
]
const heavy = 'weight gt [{"amount":"2","unit":"KILOGRAM"}]'
const concept = '019a0000-0000-7000-8000-0000000000c1'

const read = (texts: string[], chosen: string[] = []) => readClauses(texts, types, chosen)

describe('a condition on a field, in the address', () => {
  it('comes back as it went in, and is asked of the server as it stands', () => {
    for (const text of [heavy, 'title isEmpty', 'title contains ["EOS 70D"]', `topics any ["${concept}"]`]) {
      const { clauses, unread } = read([text])
      expect(unread).toEqual([])
      expect(clauses.map(writeClause)).toEqual([text])
    }
    expect(read(['title in ["a","b"]']).clauses.map(filterOf)).toEqual([
      { technicalFieldName: 'title', operator: 'in', values: ['a', 'b'] },
    ])
  })

  it.each([
    ['a field that is none', 'colour isEmpty'],
    ['an operator that is none', 'title resembles ["x"]'],
    ['an operator that the field does not know', 'topics gt [1]'],
    ['operands that are missing', 'title contains'],
    ['operands that are too many', 'title isEmpty ["x"]'],
    ['operands of another kind', 'released gt ["soon"]'],
    ['what is no JSON', 'title contains ["x'],
    ['what is no list', 'title contains "x"'],
    ['one word', 'title'],
    ['nothing', ''],
  ])('is left out for %s, and named', (_, text) => {
    expect(read([text, 'title isEmpty'])).toMatchObject({ clauses: [{ operator: 'isEmpty' }], unread: [text] })
  })

  it('has to make sense in every chosen type that has the field, as the server wants it', () => {
    expect(read([heavy]).unread).toEqual([])
    expect(read([heavy], ['camera']).unread).toEqual([])
    expect(read([heavy], ['article']).unread).toEqual([heavy])
    expect(read([heavy], ['camera', 'article']).unread).toEqual([heavy])
    expect(read(['released isEmpty'], ['camera', 'article']).unread).toEqual([])
  })
})

describe('a condition on a field, in words', () => {
  const services: FieldServices = {
    searchItems: async () => [],
    itemLabel: async () => undefined,
    searchConcepts: async () => [],
    conceptLabel: async (conceptId) => ({ conceptId, name: 'Cameras' }),
    thumbnail: async () => new Blob(),
    itemAddress: () => '',
  }
  const words: Record<string, string> = strings
  const say = (key: string, values: Record<string, string>) =>
    (words[key] ?? key).replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')

  it.each([
    [heavy, '> 2 kg'],
    ['title in ["Canon","Nikon"]', 'is Canon or Nikon'],
    ['title contains ["EOS"]', 'contains “EOS”'],
    ['title isNotEmpty', 'is filled'],
    ['released between ["2026-01-03","2026-02-05"]', 'from Jan 3, 2026 to Feb 5, 2026'],
    [`topics all ["${concept}"]`, 'has Cameras'],
  ])('%s reads: %s', async (text, sentence) => {
    const [clause] = read([text]).clauses
    if (!clause) throw new Error(`${text} is not understood`)
    const operands = await operandsInWords(clause, services, 'en-US', new AbortController().signal)
    expect(clauseInWords(clause, operands, say, 'en-US')).toBe(sentence)
  })
})
