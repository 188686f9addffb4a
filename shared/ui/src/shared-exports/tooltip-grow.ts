/** In place of MUI's Grow in its Tooltip. */
export { TooltipTransition as default } from '../tooltip-parts.tsx'
