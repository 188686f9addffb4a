/** Why a section cannot be shown: unreachable, too slow, built for another shell contract, or broken. */
export class SectionFailure extends Error {
  override readonly name = 'SectionFailure'
  readonly reason: 'unreachable' | 'timeout' | 'incompatible' | 'broken'

  constructor(reason: SectionFailure['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
