import { type ContentType, type DeliveryPage, maxPageSize } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { fixtures } from '@pim/field-types/fixtures'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { typeOfFixture } from '../../../testing/fixture-type.ts'
import { ChangeLog } from './change-log.ts'
import { createDeliveryService, type DeliveryService } from './service.ts'
import { createTenantModels } from './tenant-models.ts'

const nothing: ContentType = { technicalName: 'nothing', friendlyName: {}, kind: 'user', fields: [] }

let content: ContentList
/** It keeps nothing. */
let service: DeliveryService
beforeAll(async () => {
  content = await openContentList([nothing])
  service = createDeliveryService(
    content.test.database,
    createTenantModels(new ChangeLog(), { isCurrent: false }),
    content.reader,
  )
})
afterAll(() => content.close())

describe('a filter of what is live', () => {
  const rooms = Object.values(fixtures).map((room) => [room.type, room] as const)
  it.each(rooms)('finds by every operator of the type %s what it should', async (type, room) => {
    for (const [at, { settings = 'default', values, cases }] of room.filters.entries()) {
      const ofRoom = typeOfFixture(type, room.settings[settings])
      const { tenant, add } = await content.anotherTenant([ofRoom])
      const { tenantId, variationId } = tenant
      const [field] = ofRoom.fields
      for (const [row, given] of values.entries()) {
        const value = field && behaviourOf(field).read(given).value
        // What is worked on has no value: it is never found by that of what is live.
        await add({ name: `row ${row}`, live: { values: { field: value } } })
      }
      for (const { matches, ...filter } of cases) {
        const { json } = await service.filterVariations(
          { tenantId, targets: null, limited: [], typeNames: null, channels: [] },
          {
            contentTypeTechnicalName: 'fixture',
            variationId,
            filters: [{ technicalFieldName: 'field', ...filter, values: filter.values && [...filter.values] }],
            sorting: { field: 'name', direction: 'asc' },
            paging: { pageNumber: 1, pageSize: maxPageSize },
          },
        )
        const { items }: DeliveryPage = JSON.parse(json)
        expect([at, filter, items.map(({ name }) => name)]).toEqual([at, filter, matches.map((row) => `row ${row}`)])
      }
    }
  })
})
