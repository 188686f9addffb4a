import { z } from 'zod'
import type { FieldErrorCode } from './field-errors.ts'

/** Any text in an answer, because a newer server has more codes; the compiler sees to it that this server has no others. */
export const fieldErrorCodeSchema = z.string() as z.ZodType<FieldErrorCode, FieldErrorCode>
