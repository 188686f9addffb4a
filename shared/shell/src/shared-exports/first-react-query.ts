/**
 * What the first screens of the sections take of the query library: it comes with the shell. All else comes when the
 * code of a section asks for it. A name that a first screen needs belongs here.
 */
export { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
