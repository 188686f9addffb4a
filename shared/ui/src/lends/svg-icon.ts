/** Icons ask for this by a path that module sharing does not know; so they too get the shell's own. */
export { createSvgIcon, SvgIcon as default } from '@mui/material'
