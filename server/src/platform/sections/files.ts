/** What is not there is no fault; anything else that goes wrong while reading is. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
}
