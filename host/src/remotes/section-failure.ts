/** Why a section is not there: it could not be fetched in time, or it was built for another shell. */
export class SectionFailure extends Error {
  override readonly name = 'SectionFailure'
  readonly reason: 'unreachable' | 'timeout' | 'incompatible' | 'broken'

  constructor(reason: SectionFailure['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
