import { Box, ButtonBase, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { FieldGroup } from './field-groups.ts'

interface FieldIndexProps {
  groups: readonly FieldGroup[]
  inTheWay: ReadonlySet<string>
  onGo: (groupId: string) => void
}

/** The groups of fields, with how many of each still want a value before publishing. */
export function FieldIndex({ groups, inTheWay, onGo }: FieldIndexProps) {
  const { t } = useTranslation()
  return (
    <Box
      component="nav"
      aria-label={t('content.item.index')}
      sx={{
        width: 180,
        flex: 'none',
        display: { xs: 'none', lg: 'block' },
        position: 'sticky',
        top: 0,
        alignSelf: 'start',
        py: 2,
      }}
    >
      {groups.map(({ id, label, fields }) => {
        const count = fields.filter(({ technicalName }) => inTheWay.has(technicalName)).length
        return (
          <ButtonBase
            key={id}
            onClick={() => onGo(id)}
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 1,
              width: '100%',
              px: 1.5,
              py: 0.75,
              borderRadius: 1,
              textAlign: 'left',
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Typography variant="body2" noWrap>
              {label}
            </Typography>
            {count > 0 && (
              <Typography
                variant="caption"
                color="warning"
                aria-label={t('content.item.missing', { count })}
                sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {count}
              </Typography>
            )}
          </ButtonBase>
        )
      })}
    </Box>
  )
}
