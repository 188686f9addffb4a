/**
 * Why a section cannot be shown: unreachable, on a server that does not let this product read it (CORS), with a file
 * that is not on its server (`missing`) or not the one that was built, too slow, without its stylesheet, built for another shell contract, or broken; or,
 * of one that was shown, a part of it could not be fetched, also because its release was replaced.
 */
export type FailureReason =
  | 'unreachable'
  | 'refused'
  | 'missing'
  | 'changed'
  | 'timeout'
  | 'style'
  | 'incompatible'
  | 'broken'
  | 'incomplete'
  | 'outdated'

export class SectionFailure extends Error {
  override readonly name = 'SectionFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** The failure that an error thrown by a section, or by loading it, stands for. */
export function failureOf(section: string, cause: unknown): SectionFailure {
  if (cause instanceof SectionFailure) return cause
  return isFileMissing(cause)
    ? new SectionFailure('unreachable', `${section} could not be fetched.`, cause)
    : new SectionFailure('broken', `${section} threw.`, cause)
}

/** Whether the error says that a file did not come. The other ones are thrown by code that did come. */
export function isFileMissing(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause.name === 'ChunkLoadError' || ('code' in cause && cause.code === 'CSS_CHUNK_LOAD_FAILED')) return true
  // The federation runtime's own error for an entry, which is also used for one that ran and threw.
  return cause.message.includes('RUNTIME-008') && !cause.message.includes('ScriptExecutionError')
}
