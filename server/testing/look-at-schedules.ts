import { jobEnded } from '../src/platform/jobs/jobs.ts'
import type { TestServer } from './test-server.ts'

/** Has the server look for schedules that are due, as the end of a job does: it looks by itself every two seconds only. */
export const lookAtSchedules = ({ dependencies: { database, notifications } }: TestServer): Promise<void> =>
  database.asSystem((system) => notifications.send(system, jobEnded, {}))
