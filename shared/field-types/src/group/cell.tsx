import { Box, Stack, Typography } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { FieldCell } from '../frame/field-cell.tsx'
import type { CellProps } from '../frame/field-view.ts'
import type { GroupSettings } from './model.ts'

export function GroupCell({ settings, value, languageCode }: CellProps<GroupSettings>) {
  const entries = (Array.isArray(value) ? value : []) as Record<string, unknown>[]
  return (
    <Stack sx={{ gap: 1 }}>
      {entries.map((entry, index) => (
        // The order is all that tells entries apart that are only read.
        <Box key={index} component="dl" sx={{ m: 0, pl: 1, borderLeft: 2, borderColor: 'divider' }}>
          {settings.fields.map((field) => (
            <Box key={field.technicalName}>
              <Typography component="dt" variant="caption" color="textSecondary">
                {inLanguage(field.friendlyName, languageCode, field.technicalName)}
              </Typography>
              <Box component="dd" sx={{ m: 0 }}>
                <FieldCell field={field} value={entry[field.technicalName]} languageCode={languageCode} />
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </Stack>
  )
}
