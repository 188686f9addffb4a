import CheckBoxIcon from '@mui/icons-material/CheckBox'
import CheckBoxOutlineBlankIcon from '@mui/icons-material/CheckBoxOutlineBlank'

/** The look of a checkbox inside of something that is ticked as a whole: a real one in it would be a second control. */
export const Tick = ({ checked }: { checked: boolean }) =>
  checked ? (
    <CheckBoxIcon color="primary" fontSize="small" sx={{ my: 0.75, mr: 1.25 }} />
  ) : (
    <CheckBoxOutlineBlankIcon fontSize="small" sx={{ my: 0.75, mr: 1.25, color: 'text.secondary' }} />
  )
