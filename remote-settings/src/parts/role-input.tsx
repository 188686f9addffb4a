import { MenuItem, TextField } from '@mui/material'
import type { Role } from '@pim/contract'
import { roles } from '@pim/contract/core/roles.ts'
import { useTranslation } from 'react-i18next'

interface RoleInputProps {
  label: string
  role: Role
  /** Roles that can be chosen; left out: all. */
  choices?: readonly Role[]
  disabled?: boolean
  helperText?: string | undefined
  /** Shows below the field what the chosen role may do. */
  isExplained?: boolean
  isLabelHidden?: boolean
  onChange: (role: Role) => void
}

export function RoleInput(props: RoleInputProps) {
  const { label, role, choices = roles, disabled = false, isExplained, isLabelHidden, onChange } = props
  const { t } = useTranslation()
  return (
    <TextField
      select
      size="small"
      fullWidth
      label={isLabelHidden ? undefined : label}
      value={role}
      disabled={disabled}
      helperText={isExplained ? t(`settings.role.${role}`) : props.helperText}
      onChange={(event) => onChange(event.target.value as Role)}
      slotProps={isLabelHidden ? { select: { SelectDisplayProps: { 'aria-label': label } } } : {}}
    >
      {choices.map((each) => (
        <MenuItem key={each} value={each}>
          {t(`shell.role.${each}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
