export { savedChoicesServer } from './saved-choices-server.ts'
