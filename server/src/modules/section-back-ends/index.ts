export { createHandOn, type SectionCall } from './hand-on.ts'
export { createTokenKeys } from './token-keys.ts'
