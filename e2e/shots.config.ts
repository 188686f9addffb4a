import base from './playwright.config.ts'

/** Not tests: a picture of every screen and state, for people to look at. */
export default { ...base, testDir: 'shots', reporter: [['list']], timeout: 240_000 }
