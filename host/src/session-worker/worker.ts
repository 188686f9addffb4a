import { serveSession } from './serve.ts'

addEventListener(
  'message',
  ({ ports: [port] }) => {
    if (port) serveSession(port, location.origin)
  },
  { once: true },
)
