/** In place of MUI's Popper in its Tooltip. */
export { TooltipPopper as default } from '../tooltip-parts.tsx'
