export { jobOf, plannedRow, planOf, rowOfStep } from './plans.ts'
export { savedChoicesServer } from './saved-choices-server.ts'
