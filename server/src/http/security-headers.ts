/** Answers of the API are data: whatever a browser thinks they are, nothing in them may run or be framed. */
export const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Two years, as the preload list asks; only where the product is known to be reached by https. */
const transportSecurity = 'max-age=63072000; includeSubDomains'

export function headersForEveryAnswer(publicUrl: URL | undefined): Readonly<Record<string, string>> {
  return publicUrl?.protocol === 'https:'
    ? { ...apiHeaders, 'strict-transport-security': transportSecurity }
    : { ...apiHeaders }
}
