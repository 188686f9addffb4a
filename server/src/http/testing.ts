/** For tests: the whole server in this process, over a real database, called with really signed tokens. */
export { type Answered, type Caller, personWith, type TestCalls } from './testing/caller.ts'
export { createTestIdentity, type TestIdentity, type TestPerson } from './testing/test-identity.ts'
