import { contract } from '@pim/contract'
import { defineRoute } from '@pim/contract/core/route.ts'
import { describe, expect, it } from '@rstest/core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { openapiDocument } from './openapi.ts'
import { operationsOf } from './operation.ts'

const document = openapiDocument(contract)
const paths = z
  .record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() })))
  .parse(document.paths)

describe("the API's description", () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is checked by a validator that finds faults', async () => {
    const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 5 } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('holds every call of the contract, and no other', () => {
    const described = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
    expect(described.sort()).toEqual(
      operationsOf(contract)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('has no reference to a missing schema', () => {
    const text = JSON.stringify(document)
    const schemas = z.looseObject({ schemas: z.record(z.string(), z.unknown()) }).parse(document.components).schemas
    const missing = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].filter(
      ([, name = '']) => !(name in schemas),
    )
    expect(missing).toEqual([])
    expect(text).not.toMatch(/@(?:input|output)"/)
  })

  it('has separate schemas for request and response only where the two differ', () => {
    const item = z.strictObject({ size: z.number().default(1) }).meta({ id: 'Item' })
    const same = z.strictObject({ name: z.string() }).meta({ id: 'Same' })
    const schemas = z.looseObject({ schemas: z.record(z.string(), z.unknown()) }).parse(
      openapiDocument({
        a: {
          put: defineRoute({
            method: 'PUT',
            path: '/api/a',
            summary: '',
            access: 'public',
            body: z.strictObject({ item, same, list: z.array(item) }).meta({ id: 'Box' }),
            response: z.strictObject({ item, same, list: z.array(item) }).meta({ id: 'Box' }),
          }),
        },
      }).components,
    ).schemas
    // Beside the schemas of what a problem tells, which every call can answer.
    expect(Object.keys(schemas).filter((name) => /^(Box|Item|Same)/.test(name))).toEqual([
      'Box',
      'BoxInput',
      'Item',
      'ItemInput',
      'Same',
    ])
    expect(JSON.stringify(schemas.BoxInput)).toContain('"#/components/schemas/ItemInput"')
    expect(JSON.stringify(schemas.BoxInput)).toContain('"#/components/schemas/Same"')
  })
})
