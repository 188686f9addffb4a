import { describe, expect, it } from '@rstest/core'
import { apiChanges, apiReport, callsOf } from './api-contract.ts'
import { nextVersion } from './versions.ts'

const item = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 20 }, state: { enum: ['draft', 'live'] } },
  required: ['name'],
  additionalProperties: false,
}
const save = {
  operationId: 'item.save',
  summary: 'Saves an item',
  security: [],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
  responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Saved' } } } }, 404: {} },
}
const read = { operationId: 'item.read', security: [], responses: { 204: {} } }

interface Planted {
  paths?: object
  Item?: object
  Saved?: object
}
const document = ({ paths, Item = item, Saved = item }: Planted = {}) => ({
  paths: paths ?? { '/item': { post: save, get: read } },
  components: { schemas: { Item, Saved } },
})
const were = callsOf(document())
const first = apiReport(were, { version: '1.0.0', calls: {} }, '1.0.0')

/** The version that the check asks for after a change, and the lines that it says why. */
function asked(planted: Planted) {
  const changes = apiChanges(first, were, callsOf(document(planted)))
  return [nextVersion('1.0.0', changes), ...changes.flatMap(({ lines }) => lines)]
}
/** A body of two alternatives, the second with these properties. */
const alternatives = (properties: object, more: object[] = [], union = 'anyOf') => ({
  post: {
    ...save,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { [union]: [item, ...more, { ...item, properties }] } } },
    },
  },
  get: read,
})
const saving = (change: object) => ({ paths: { '/item': { post: { ...save, ...change }, get: read } } })
const parameter = (required: boolean) =>
  saving({ parameters: [...save.parameters, { name: 'by', in: 'query', required, schema: {} }] })
const withProperty = (required: string[]) => ({
  ...item,
  properties: { ...item.properties, code: { type: 'string' } },
  required,
})
const withName = (name: object) => ({ ...item, properties: { ...item.properties, name } })
const withStates = (...states: string[]) => ({ ...item, properties: { ...item.properties, state: { enum: states } } })

/** A call for these callers, which was one for those. */
function askedOfCallers(before: object[], after: object[]): string {
  const from = callsOf(document(saving({ security: before })))
  const report = apiReport(from, { version: '1.0.0', calls: {} }, '1.0.0')
  return nextVersion('1.0.0', apiChanges(report, from, callsOf(document(saving({ security: after })))))
}

describe('the report of the calls of the API', () => {
  it('takes a call that others may make, too, for extended, and one that some may make no more for another one', () => {
    const [token, key] = [{ accessToken: [] }, { apiKey: [] }]
    expect(askedOfCallers([token], [token, key])).toBe('1.1.0')
    expect(askedOfCallers([token, key], [token])).toBe('2.0.0')
    expect(askedOfCallers([token], [key])).toBe('2.0.0')
    expect(askedOfCallers([], [token])).toBe('2.0.0')
  })

  it.each<[string, Planted, string]>([
    ['nothing but words', saving({ summary: 'Keeps an item', description: 'more' }), '1.0.0'],
    ['a call that is gone', { paths: { '/item': { post: save } } }, '2.0.0'],
    ['a call at another path', { paths: { '/thing': { post: save }, '/item': { get: read } } }, '2.0.0'],
    [
      'a new call',
      { paths: { '/item': { post: save, get: read, put: { ...read, operationId: 'item.put' } } } },
      '1.1.0',
    ],
    ['a required parameter', parameter(true), '2.0.0'],
    ['a parameter that may be left out', parameter(false), '1.1.0'],
    ['a parameter that is taken no more', saving({ parameters: [] }), '2.0.0'],
    ['a required property of the body', { Item: withProperty(['name', 'code']) }, '2.0.0'],
    ['a property of the body that may be left out', { Item: withProperty(['name']) }, '1.1.0'],
    ['a property that the answer has more', { Saved: withProperty(['name', 'code']) }, '1.1.0'],
    [
      'a property that the answer has no more',
      { Saved: { ...item, properties: { name: item.properties.name } } },
      '2.0.0',
    ],
    ['a property that the answer may leave out', { Saved: { ...item, required: [] } }, '2.0.0'],
    ['another type in the answer', { Saved: withName({ type: 'number' }) }, '2.0.0'],
    ['a lower limit of what is taken', { Item: withName({ type: 'string', maxLength: 10 }) }, '2.0.0'],
    ['a higher limit of what is taken', { Item: withName({ type: 'string', maxLength: 30 }) }, '1.1.0'],
    ['a value more', { Item: withStates('draft', 'live', 'old') }, '1.1.0'],
    ['a value less', { Item: withStates('draft') }, '2.0.0'],
    ['another kind of answer', saving({ responses: { 204: {} } }), '2.0.0'],
  ])('asks for a version after %s', (_, planted, version) => {
    expect(asked(planted)[0]).toBe(version)
  })

  it('says where the difference is', () => {
    expect(asked({ Item: withProperty(['name', 'code']) })).toEqual([
      '2.0.0',
      'takes.application/json.code: is new and required',
    ])
  })

  it('takes a change for a breaking one where nobody can tell what there was', () => {
    const changes = apiChanges(first, new Map(), callsOf(document({ Saved: withProperty(['name']) })))
    expect(nextVersion('1.0.0', changes)).toBe('2.0.0')
  })

  it('dates the calls that are new or changed, and leaves the dates of all others', () => {
    const { calls } = apiReport(callsOf(document(parameter(false))), first, '1.1.0')
    expect(Object.entries(calls).map(([name, { since }]) => [name, since])).toEqual([
      ['item.read', '1.0.0'],
      ['item.save', '1.1.0'],
    ])
  })
})

describe.each(['anyOf', 'oneOf'])('one of several alternatives of a call, %s', (union) => {
  const before = callsOf(document({ paths: { '/item': alternatives({}, [], union) } }))
  const report = apiReport(before, { version: '1.0.0', calls: {} }, '1.0.0')
  it.each([
    ['takes more', { more: { type: 'string' } }, '1.1.0'],
    ['is as it was', {}, '1.0.0'],
  ])('%s', (_, properties, version) => {
    const changes = apiChanges(
      report,
      before,
      callsOf(document({ paths: { '/item': alternatives(properties, [], union) } })),
    )
    expect(nextVersion('1.0.0', changes)).toBe(version)
  })

  it.each([
    ['with another one beside it', {}, '1.1.0'],
    ['with another one beside it, and changed itself', { more: { type: 'string' } }, '2.0.0'],
  ])('is taken %s', (_, properties, version) => {
    const path = alternatives(properties, [{ type: 'object', properties: { file: {} } }], union)
    const changes = apiChanges(report, before, callsOf(document({ paths: { '/item': path } })))
    expect(nextVersion('1.0.0', changes)).toBe(version)
  })

  const shape = (format?: string) => ({
    type: 'object',
    properties: format === undefined ? {} : { format: { const: format } },
  })
  const answering = (...shapes: object[]) =>
    callsOf(
      document({
        paths: {
          '/item': {
            post: save,
            get: { ...read, responses: { 200: { content: { 'application/json': { schema: { [union]: shapes } } } } } },
          },
        },
      }),
    )
  it.each([
    ['of a kind of its own', [shape('csv'), shape('xlsx'), shape('xml')], '1.1.0'],
    ['of a kind that another one has', [shape('csv'), shape('xlsx'), shape('xlsx')], '2.0.0'],
    ['of no kind', [shape('csv'), shape('xlsx'), shape()], '2.0.0'],
    ['in the place of another', [shape('csv'), shape('xml')], '2.0.0'],
  ])('is answered beside one %s', (_, shapes, version) => {
    const answered = answering(shape('csv'), shape('xlsx'))
    const changes = apiChanges(
      apiReport(answered, { version: '1.0.0', calls: {} }, '1.0.0'),
      answered,
      answering(...shapes),
    )
    expect(nextVersion('1.0.0', changes)).toBe(version)
  })
})
