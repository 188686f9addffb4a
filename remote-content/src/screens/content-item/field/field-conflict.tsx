import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface FieldConflictProps {
  conflict: Readonly<Partial<Record<'base' | 'mine' | 'theirs', unknown>>>
  onSettle: (side: 'mine' | 'theirs') => void
  show: (value: unknown) => ReactNode
  /** One below the other, where there is no room for three columns. */
  isNarrow?: boolean
}

/** Two people wrote in one field: what it was, what each made of it, and the choice. */
export function FieldConflict({ conflict, onSettle, show, isNarrow = false }: FieldConflictProps) {
  const { t } = useTranslation()
  return (
    <Alert severity="warning" sx={{ mt: 1, '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('content.conflict.title')}
      </Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: isNarrow ? '1fr' : { xs: '1fr', sm: 'repeat(3, 1fr)' },
          gap: 2,
          my: 1,
        }}
      >
        {(['base', 'mine', 'theirs'] as const).map((side) => (
          <Box key={side} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography component="dt" variant="caption">
              {t(`content.conflict.${side}`)}
            </Typography>
            <Box component="dd" sx={{ m: 0, maxHeight: 160, overflow: 'auto' }}>
              {show(conflict[side] ?? null)}
            </Box>
          </Box>
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button size="small" variant="contained" onClick={() => onSettle('mine')}>
          {t('content.conflict.keepMine')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => onSettle('theirs')}>
          {t('content.conflict.takeTheirs')}
        </Button>
      </Stack>
    </Alert>
  )
}
