// Written by `npm run task contract`.
/** The version of what the shell offers to sections. A section is loaded where its `shellContract` range holds it. */
export const shellContract = '2.7.0'

/** The version of the calls of the API. A section is loaded where its `apiContract` range holds it. */
export const apiContract = '1.34.0'
