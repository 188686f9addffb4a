import type { SendCall } from '@pim/api-client/send'

/** Sends as `send` does, and knows whether a file is on its way: also one that a section sends without the queue of the shell. */
export function filesOnTheirWay(send: SendCall) {
  let count = 0
  return {
    send: async (...[request, options]: Parameters<SendCall>): Promise<Response> => {
      if (typeof request.body !== 'object') return send(request, options)
      count += 1
      try {
        return await send(request, options)
      } finally {
        count -= 1
      }
    },
    isUploading: () => count > 0,
  }
}
