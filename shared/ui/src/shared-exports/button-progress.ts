/** In place of MUI's CircularProgress in its buttons. */
export { CircularProgress as default } from '../on-demand.tsx'
