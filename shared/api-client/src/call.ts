/**
 * `import '@pim/api-client/call?contentItem.getItem'` makes a call known to the client. The build writes these imports, and
 * this module for each of them (`shared/build/src/calls.ts`); nothing else runs it.
 */
export {}
