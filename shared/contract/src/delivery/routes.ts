import { z } from 'zod'
import { imageSizeSchema, pageOfDocumentSchema } from '../binary/schemas.ts'
import { deliveryTargetSchema, idSchema, pageQuery, technicalNameSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { variationSchema } from '../tenants/schemas.ts'
import { deliveryByItemSchema, deliveryFilterSchema, deliveryPageSchema } from './schemas.ts'

export const deliveryRoutes = {
  getTenantVariations: defineRoute({
    method: 'GET',
    path: '/api/delivery-api/tenant-variations',
    summary: "The languages and markets of the key's tenant",
    access: 'apiKey',
    response: z.array(variationSchema),
  }),
  filterVariations: defineRoute({
    method: 'POST',
    path: '/api/delivery-api/content-variations-with-field-value-filter',
    summary: 'Published content of one type in one variation, by the values of its fields',
    access: 'apiKey',
    body: deliveryFilterSchema,
    response: deliveryPageSchema,
    errors: ['NOT_FOUND', 'ANSWER_TOO_LARGE'],
  }),
  getByItemIds: defineRoute({
    method: 'POST',
    path: '/api/delivery-api/content-variations-by-content-item-id',
    summary: 'Published content by the ids of its items, in the order asked',
    access: 'apiKey',
    body: deliveryByItemSchema,
    response: deliveryPageSchema,
    errors: ['ANSWER_TOO_LARGE'],
  }),
  getItemVariations: defineRoute({
    method: 'GET',
    path: '/api/delivery-api/content-item-variations',
    summary: 'Published content by type, item, variation, target and field values; a field repeated means any of',
    access: 'apiKey',
    queryPrefix: 'field.',
    query: z.strictObject({
      ...pageQuery,
      deliveryTarget: deliveryTargetSchema.optional(),
      contentTypeTechnicalName: technicalNameSchema.optional(),
      contentItemId: idSchema.optional(),
      variationId: idSchema.optional(),
      field: z.record(technicalNameSchema, z.array(z.string().max(2_000)).min(1).max(100)).optional(),
    }),
    response: deliveryPageSchema,
    errors: ['NOT_FOUND', 'ANSWER_TOO_LARGE'],
  }),
  getBinaryContent: defineRoute({
    method: 'GET',
    path: '/api/delivery-api/binary-content/{binaryId}',
    summary: 'The bytes of a file that published content carries',
    access: 'apiKey',
    params: z.strictObject({ binaryId: idSchema }),
    query: z.strictObject({ imageSize: imageSizeSchema, page: pageOfDocumentSchema }),
    response: z.unknown(),
    responseKind: 'bytes',
    errors: ['NOT_FOUND', 'IMAGE_UNREADABLE', 'RANGE_NOT_SATISFIABLE'],
  }),
}
