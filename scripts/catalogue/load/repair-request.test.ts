import type { PartProblem } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import type { ItemRequest } from './item-batches.ts'
import { repaired } from './repair-request.ts'

const variationId = '01900000-0000-7000-8000-000000000001'
const request: ItemRequest = {
  technicalContentTypeName: 'camera',
  name: 'Camera',
  variations: [
    {
      variationId,
      step: 'publish',
      fields: [
        { technicalFieldName: 'text', value: null },
        { technicalFieldName: 'weight', value: 'heavy' },
      ],
      resetFields: [],
    },
  ],
}
type Code = NonNullable<PartProblem['fieldErrors']>[number]['code']

const problem = (...errors: [string, Code][]): PartProblem => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  message: 'is refused',
  fieldErrors: errors.map(([technicalFieldName, code]) => ({ technicalFieldName, code, message: '', variationId })),
})

describe('an item that was refused', () => {
  it('is sent again without the values that were wrong, and without being published', () => {
    const [variation] = repaired(request, problem(['weight', 'NOT_A_NUMBER']))?.variations ?? []
    expect(variation).not.toHaveProperty('step')
    expect(variation?.fields).toEqual([{ technicalFieldName: 'text', value: null }])
  })

  it('keeps a value that is empty on purpose where one is required to publish: another language would show in its place', () => {
    const [variation] = repaired(request, problem(['text', 'REQUIRED']))?.variations ?? []
    expect(variation).not.toHaveProperty('step')
    expect(variation?.fields).toEqual(request.variations?.[0]?.fields)
  })
})
