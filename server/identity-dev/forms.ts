import type { FastifyRequest } from 'fastify'

export type Form = Readonly<Record<string, string>>
export class RepeatedParameter extends Error {}

/**
 * Parameters as an object. Refuses a repeated one, because two readers may use different values of it (parameter
 * pollution).
 */
function fieldsOf(parameters: URLSearchParams): Form {
  const fields = Object.fromEntries(parameters)
  if (Object.keys(fields).length !== parameters.size) throw new RepeatedParameter('a parameter came twice')
  return fields
}
export const queryOf = (request: FastifyRequest): Form =>
  fieldsOf(new URL(request.url, 'http://localhost').searchParams)
export const bodyOf = (request: FastifyRequest): Form => fieldsOf(new URLSearchParams(`${request.body ?? ''}`))
