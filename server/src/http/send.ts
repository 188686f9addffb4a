import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Answer, jsonType } from './answer.ts'

/** Answers about a tenant's data are kept by nobody unless the call says otherwise. */
const notKept = 'no-store'

export function sendJson(reply: FastifyReply, value: unknown, status: number): void {
  reply.code(status).header('content-type', jsonType).header('cache-control', notKept).send(JSON.stringify(value))
}

export function sendAnswer(reply: FastifyReply, answer: Answer): void {
  const { body } = answer
  reply.code(answer.status)
  if (answer.headers['cache-control'] === undefined) reply.header('cache-control', notKept)
  reply.headers(answer.headers)
  if (body instanceof Readable && reply.request.method === 'HEAD') {
    // Nobody will read it; left open it would hold its file.
    body.destroy()
    reply.send()
    return
  }
  reply.send(body)
}
