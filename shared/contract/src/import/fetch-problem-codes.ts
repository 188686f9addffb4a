/* Without zod, so that screens have words for each code without the schemas. */

/** Why a file or a picture was not fetched from its address. */
export const fetchProblems = [
  'ADDRESS_NOT_HTTPS',
  'HOST_NOT_ALLOWED',
  'HOST_NOT_FOUND',
  'HOST_NOT_PUBLIC',
  'HOST_NOT_REACHED',
  'CERTIFICATE_REFUSED',
  'ADDRESS_MOVED',
  'ADDRESS_REFUSED',
  'ANSWER_OF_WRONG_KIND',
  'ANSWER_TOO_LARGE',
  'ANSWER_TOO_SLOW',
  'ANSWER_BROKEN_OFF',
] as const
export type FetchProblemCode = (typeof fetchProblems)[number]

/**
 * A host that files may be fetched from: its name, and its port, up to 65535, where that is not 443. Names have a point in them and end with a
 * letter, so that no number of an address is one.
 */
export const importHostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?$/
export const maxImportHostLength = 259
export const maxImportHosts = 50
