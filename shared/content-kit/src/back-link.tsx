import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { IconButton, Tooltip } from '@mui/material'
import { Link } from 'react-router'

/** The arrow before a title, to the screen that this one belongs to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to={to} aria-label={label} edge="start">
        <ArrowBackIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
