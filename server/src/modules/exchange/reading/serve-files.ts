import { createReadStream } from 'node:fs'
import { serveTasks } from '../../../platform/worker-process/serve-tasks.ts'
import { UnreadableFile } from '../files/file-problem.ts'
import type { OpenFile } from '../files/open-file.ts'

/** A file, and what is to be made of it. */
export interface FileTask<Task> {
  readonly path: string
  /** Of this task alone; whoever gives the task deletes it. */
  readonly folder: string
  readonly task: Task
}

/** Why nothing, or nothing more, can be made of a file. */
export type FileRefusal =
  | { readonly problem: UnreadableFile['problem'] }
  | { readonly isTooLarge: boolean; readonly message: string; readonly stack: string | undefined }

/** Reads files for the server, in a process of its own. */
export function serveFiles<Task>(read: (open: OpenFile, task: Task) => AsyncIterable<unknown>): void {
  serveTasks(({ path, folder, task }: FileTask<Task>) => {
    // Whatever is put down while reading goes with the folder, also where this process is ended.
    process.env.TMPDIR = folder
    return read(
      Object.assign(() => createReadStream(path), { path }),
      task,
    )
  }, refusalOf)
}

function refusalOf(error: unknown): FileRefusal {
  if (error instanceof UnreadableFile) return { problem: error.problem }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  // The limit of memory refuses by an error of whoever asked for some.
  return { isTooLarge: /memory|allocation/i.test(message), message, stack }
}
