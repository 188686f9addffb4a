/** Where the worker of a page gets tokens of the session that the server holds for its browser. No part of the API: no page may call it. */
export const browserSessionPath = '/browser-session'
/** The header with the key that the server writes into the worker's script. */
export const workerKeyHeader = 'x-worker-key'
/** Stands in the worker's script where the server writes that key. */
export const workerKeyPlaceholder = '__WORKER_KEY__'
