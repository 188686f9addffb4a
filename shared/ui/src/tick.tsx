import CheckBoxIcon from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank'

/** Draws the tick of an item that is selected as a whole; a real checkbox inside it would be a second control. */
export const Tick = ({ checked }: { checked: boolean }) =>
  checked ? (
    <CheckBoxIcon color="primary" fontSize="small" sx={{ my: 0.75, mr: 1.25 }} />
  ) : (
    <CheckBoxOutlineBlankIcon fontSize="small" sx={{ my: 0.75, mr: 1.25, color: 'text.secondary' }} />
  )
