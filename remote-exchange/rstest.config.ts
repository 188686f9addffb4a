export { webTests as default } from '@pim/build/web-tests.ts'
