/** What is lent to sections as `@pim/shell`. They are compiled against the package, which has no retired members. */
export * from '@pim/shell'
export * from './retired-members.ts'
