export { schedulesHandlers } from './handlers.ts'
export { createSchedules } from './schedules.ts'
