import type { FetchProblemCode } from '@pim/contract/import/fetch-problem-codes.ts'

/** For developers, and for the list of jobs: screens have words of their own for each code. */
const meanings: Readonly<Record<FetchProblemCode, string>> = {
  ADDRESS_NOT_HTTPS: 'It is no https address, or has a name and a password in it.',
  HOST_NOT_ALLOWED: 'The host is not one that files may be fetched from.',
  HOST_NOT_FOUND: 'The name of the host has no address.',
  HOST_NOT_PUBLIC: 'The name of the host leads to an address that is not on the public internet.',
  HOST_NOT_REACHED: 'The host did not answer.',
  CERTIFICATE_REFUSED: 'The certificate of the host is not one to trust.',
  ADDRESS_MOVED: 'The host answered with another address, which is not followed.',
  ADDRESS_REFUSED: 'The host did not send the file.',
  ANSWER_OF_WRONG_KIND: 'What the host sends is not of a kind that is taken here.',
  ANSWER_TOO_LARGE: 'What the host sends is larger than is taken here.',
  ANSWER_TOO_SLOW: 'The host took too long.',
  ANSWER_BROKEN_OFF: 'The host broke off.',
}

/** Why something was not fetched, in a code that screens have words for. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly code: FetchProblemCode
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: FetchProblemCode, params: FetchRefused['params'] = {}, options?: ErrorOptions) {
    super(meanings[code], options)
    this.code = code
    this.params = params
  }
}
