import { workerKeyPlaceholder } from '@pim/contract/core/browser-session-path.ts'
import { serveSession } from './serve.ts'

addEventListener(
  'message',
  ({ ports: [port] }) => {
    // The server has written a key in the place of this text.
    if (port) serveSession(port, location.origin, workerKeyPlaceholder)
  },
  { once: true },
)
