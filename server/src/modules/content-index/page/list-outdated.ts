/** What a list was put together from, and was kept in memory, is no longer so: it has to be put together anew. */
export class ListOutdated extends Error {}
