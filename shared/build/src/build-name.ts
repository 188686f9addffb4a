import { inputsOf } from './build-inputs.ts'

/** The variable in which the task that builds every app hands on the hash of a build's inputs. */
export const inputsVariable = 'PIM_BUILD_INPUTS'
/** The variable that names another folder for a build than `dist`, which then stays as it is until the build is done. */
export const folderVariable = 'PIM_BUILD_FOLDER'

/**
 * The name of a build, which differs from that of any other build of its section. The container and the list of its
 * chunks are global variables of the page with this name in theirs; with one name for all builds, a new build would
 * run the chunks of the one that was loaded before. Made from the inputs, so that the same inputs give the same files everywhere.
 */
export function buildNameOf(section: string, folder: string, inputs = process.env[inputsVariable]): string {
  return `section_${section}_${(inputs ?? inputsOf(folder)).slice(0, 16)}`
}
