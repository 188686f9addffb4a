import { z } from 'zod'
import { planSchema } from '../publish-plan/schemas.ts'
import { channelUseSchema } from '../tenants/schemas.ts'
import { fieldErrorCodeSchema } from './field-error-code.ts'
import { quotaReachedSchema } from './quotas.ts'
import { renditionReasonSchema } from './rendition.ts'

/** Every way in which a call can fail: its status, and what it means in a sentence that the API's document shows. */
export const problemCatalogue = {
  INVALID_REQUEST: [400, 'Something in the request is not as the contract says; fieldErrors names each place.'],
  INVALID_JSON: [400, 'The body is not JSON.'],
  TENANT_REQUIRED: [400, 'The x-tenant-id header is absent, empty or given more than once.'],
  VALIDATION_FAILED: [400, 'Values do not satisfy their fields; fieldErrors names each field.'],
  CONTENT_TYPE_INVALID: [400, 'A content type cannot be built as described; fieldErrors names each field.'],
  VARIATION_CYCLE: [400, 'The fallback chain would lead back to the variation itself.'],
  CONCEPT_CYCLE: [400, 'A concept cannot be moved below itself or one of its own descendants.'],
  UPLOAD_INVALID: [400, 'The upload is incomplete, malformed or has no file part.'],
  UNAUTHENTICATED: [401, 'No valid access token came with the call.'],
  API_KEY_INVALID: [401, 'The API key is absent, unknown, expired or revoked.'],
  FORBIDDEN: [403, 'The caller is not a member of the tenant, or the role does not reach that far.'],
  TENANT_PAUSED: [
    403,
    'The tenant is paused: whoever runs the installation lets its people and its API keys in again.',
  ],
  FEATURE_DISABLED: [403, 'This part of the product is switched off for the tenant.'],
  NOT_FOUND: [404, 'There is no such thing, or none that the caller may know of.'],
  METHOD_NOT_ALLOWED: [405, 'The path exists, the method does not.'],
  NOT_ACCEPTABLE: [406, 'Nothing that the caller accepts can be sent.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  INVALID_TRANSITION: [409, 'The lifecycle does not allow this step from here; allowedActions lists those it does.'],
  STILL_NEEDED: [
    409,
    'Other live variations inherit required values from what the step takes away; fieldErrors names variations and fields.',
  ],
  PLAN_OUTDATED: [409, 'What the plan was made from has changed since; plan is the new one.'],
  VERSION_CONFLICT: [409, 'Someone else changed the same thing; conflicts holds both values and what they came from.'],
  UNIQUENESS_CONFLICT: [409, 'A unique value is taken; fieldErrors names the field.'],
  NAME_CONFLICT: [409, 'Something of that name or code is there already.'],
  DATA_LOSS: [409, 'The change would drop values; affected says how many. Repeat with allowDataLoss to go ahead.'],
  IN_USE: [409, 'Something else still refers to this; usedBy, or channelUses, lists it.'],
  LAST_OF_ITS_KIND: [409, 'One of these has to remain.'],
  ITEM_DELETED: [
    409,
    'An item with this key was deleted; usedBy names it. Restore it, or erase it for good, before the source makes it again.',
  ],
  BATCH_UNDONE: [409, 'Another part of the same batch failed, and the batch was to be all or nothing.'],
  SECRET_SHOWN_ONCE: [
    409,
    'The first call with this idempotency key made the secret and showed it; it is kept nowhere. firstAnswer is the rest of that answer; rotate the key for a new secret.',
  ],
  QUOTA_REACHED: [
    409,
    'The tenant may have no more of this; quota says of what, how much is allowed, and how much is used.',
  ],
  PEOPLE_ELSEWHERE: [409, 'An external identity provider keeps the people: its administrator changes them there.'],
  RELEASE_INCOMPATIBLE: [
    409,
    'The release of the section needs another version of the shell or of the API than this server has; message says which.',
  ],
  BUILD_INVALID: [400, 'The archive is no build of this section, or not whole; message says why.'],
  ADDRESS_TAKEN: [
    409,
    'Another section, or the product itself, has a screen at an address of the release; message names both.',
  ],
  STRINGS_MISSING: [409, 'The release lacks texts in a language that it has others in; message names them.'],
  TAKES_SECTION_AWAY: [
    409,
    'This is the first release of the section: going back takes the section away from everybody. Repeat with takesSectionAway to go ahead.',
  ],
  NOTHING_BEFORE: [409, 'There is no release before the one that everybody gets.'],
  RELEASE_IS_LIVE: [409, 'Everybody gets this release already: there is nothing to try with some.'],
  ALREADY_RUNNING: [409, 'The same job is under way.'],
  PRECONDITION_FAILED: [
    412,
    'Someone has changed it since the version in If-Match; currentVersion is the one it has now.',
  ],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body, or the file, is larger than the settings allow; or the values of an item would be more than 20 MB, and fieldErrors names the largest one of the change.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body, or the file, is of a kind that is not taken.'],
  RANGE_NOT_SATISFIABLE: [416, 'The asked range lies outside the file, or more than one was asked.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The same idempotency key came before with another request; use a new one for each.'],
  ANSWER_TOO_LARGE: [
    422,
    'The answer would be larger than is sent at once; ask for fewer fields, variations or items.',
  ],
  IMAGE_UNREADABLE: [422, 'There is no picture of this file; renditionReason says why. The file itself is there.'],
  RATE_LIMITED: [429, 'Too many calls; Retry-After says when to come back.'],
  CALL_QUOTA_REACHED: [
    429,
    'The tenant has made as many calls as it may in a day; Retry-After says when the next day begins.',
  ],
  BACK_END_NOT_SET: [404, 'The section has no back end here: whoever runs the installation has set no address for it.'],
  BACK_END_NOT_REACHED: [502, 'The back end of the section was not reached, or broke off.'],
  BACK_END_ANSWER_REFUSED: [
    502,
    'What the back end of the section answered is nothing to hand on: it leads elsewhere, does not take the token, or is no good HTTP.',
  ],
  BACK_END_ANSWER_TOO_LARGE: [502, 'What the back end of the section answered is larger than is handed on.'],
  BACK_END_BUSY: [
    503,
    'As many calls of the back end of this section are under way as may be; Retry-After says when to come back.',
  ],
  BACK_END_TOO_SLOW: [504, 'The back end of the section took too long: a change may have happened, or not.'],
  INTERNAL: [500, 'The fault is on this side; the trace id finds it in the log.'],
  UNAVAILABLE: [503, 'Something this call needs is away for the moment; repeating it is safe.'],
  STORAGE_FULL: [507, 'The disk has no room for the file: what is left is kept for content. Nothing was stored.'],
  OUTCOME_UNKNOWN: [
    503,
    'The answer to the saving was lost: the change may have happened, or not. Look before repeating it, or repeat it with the same idempotency key.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ProblemCode = keyof typeof problemCatalogue
export const problemCodes = Object.keys(problemCatalogue) as [ProblemCode, ...ProblemCode[]]

/** `technicalFieldName` is a field of the content, or the place in the request: `query.pageSize`, `body.fields[0].value`. */
export const fieldErrorSchema = z.object({
  technicalFieldName: z.string(),
  code: fieldErrorCodeSchema,
  /** For developers: screens show words of their own for the code. */
  message: z.string(),
  /** What the words for the code name: `max`, `min`, `pattern` ... */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** In a call about several variations: the one whose field it is. */
  variationId: z.string().optional(),
  /** The variation that the value is inherited from. */
  sourceVariationId: z.string().optional(),
  /** The channels that require it, where not all do. */
  deliveryTargets: z.array(z.string()).optional(),
})
export type FieldError = z.infer<typeof fieldErrorSchema>

export const fieldConflictSchema = z.object({
  technicalFieldName: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
})
export type FieldConflict = z.infer<typeof fieldConflictSchema>

/** The one shape of every failure, sent as `application/problem+json`. */
export const problemSchema = z
  .object({
    status: z.number().int(),
    code: z.enum(problemCodes),
    message: z.string(),
    traceId: z.string(),
    allowedActions: z.array(z.string()).optional(),
    currentVersion: z.number().int().optional(),
    fieldErrors: z.array(fieldErrorSchema).optional(),
    conflicts: z.array(fieldConflictSchema).optional(),
    affected: z
      .array(z.object({ technicalName: z.string(), technicalFieldName: z.string(), itemCount: z.number().int() }))
      .optional(),
    channelUses: z.array(channelUseSchema).optional(),
    usedBy: z.array(z.object({ contentItemId: z.string(), name: z.string() })).optional(),
    quota: quotaReachedSchema.optional(),
    plan: planSchema.optional(),
    firstAnswer: z.unknown().optional(),
    renditionReason: renditionReasonSchema.optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problemSchema>
