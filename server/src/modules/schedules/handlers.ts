import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Schedules } from './schedules.ts'

export const schedulesHandlers = (service: Schedules): Handlers<typeof contract.schedules> => ({
  getSchedules: ({ context }) => service.list(context),
  createSchedule: ({ body, context }) => service.create(context, body),
  changeSchedule: ({ params, body, ifMatch, context }) => service.change(context, params.scheduleId, body, ifMatch),
  deleteSchedule: ({ params, ifMatch, context }) => service.delete(context, params.scheduleId, ifMatch),
  pauseSchedule: ({ params, context }) => service.pause(context, params.scheduleId),
  resumeSchedule: ({ params, context }) => service.resume(context, params.scheduleId),
  runSchedule: ({ params, context }) => service.run(context, params.scheduleId),
  getScheduleFile: ({ params, context }) => service.file(context, params.scheduleId, params.runId),
  getScheduleRuns: ({ params, context }) => service.runs(context, params.scheduleId),
})
