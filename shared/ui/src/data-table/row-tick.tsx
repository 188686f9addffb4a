import type { Theme } from '@mui/material'

/** The class name of the box; its style stands with those of all cells, in `tickStyle`. */
export const rowTick = 'pim-tick'

interface RowTickProps {
  readonly isTicked: boolean
  readonly label: string
}

/** The box by which a row is selected: a plain element, as ticking all rows draws one for each. The table hears the clicks. */
export const RowTick = ({ isTicked, label }: RowTickProps) => (
  <input type="checkbox" className={rowTick} checked={isTicked} onChange={heardByTable} aria-label={label} />
)

const heardByTable = () => {}

/** Drawn as the checkboxes of forms are; with the colours of the system in place of ours, it is the browser's own. */
export const tickStyle = ({ vars }: Theme) => ({
  appearance: 'none',
  position: 'relative',
  display: 'block',
  width: '38px',
  height: '38px',
  margin: 0,
  padding: '11.5px',
  cursor: 'pointer',
  borderRadius: '50%',
  '&::before, &::after': { content: '""', display: 'block', boxSizing: 'border-box' },
  '&::before': {
    width: '15px',
    height: '15px',
    border: `1.67px solid ${vars?.palette.text.secondary}`,
    borderRadius: '2px',
  },
  '&:checked::before': { borderColor: vars?.palette.primary.main, backgroundColor: vars?.palette.primary.main },
  // Always there and only hidden: a mark that is made when all rows are ticked would lay each of them out anew.
  '&::after': {
    visibility: 'hidden',
    position: 'absolute',
    insetBlockStart: '14.5px',
    insetInlineStart: '14px',
    width: '10px',
    height: '6px',
    border: `solid ${vars?.palette.background.paper}`,
    borderWidth: '0 0 1.67px 1.67px',
    transform: 'rotate(-45deg)',
  },
  '&:checked::after': { visibility: 'visible' },
  '&:focus-visible': { outlineOffset: '-6px' },
  '@media (forced-colors: active)': {
    appearance: 'auto',
    width: '18px',
    height: '18px',
    margin: '10px',
    '&::before, &::after': { display: 'none' },
  },
})
