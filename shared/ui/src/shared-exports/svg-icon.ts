/**
 * MUI's icons import `@mui/material/SvgIcon`, which module federation's shared scope does not match. The build aliases
 * that path to this file, so that the icons use the shell's copy of MUI too.
 */
export { createSvgIcon, SvgIcon as default } from '@mui/material'
