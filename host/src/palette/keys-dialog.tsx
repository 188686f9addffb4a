import CloseIcon from '@mui/icons-material/Close'
import { Box, Dialog, DialogContent, DialogTitle, IconButton, Stack, Typography } from '@mui/material'
import { commandKey, Shortcut, visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { restoreLostFocus } from '../layout/main-focus.ts'
import { useShellParts } from '../shell-context.ts'

interface KeysDialogProps {
  open: boolean
  onClose: () => void
}

interface Key {
  readonly label: string
  readonly keys: readonly string[]
}

/** Every key: those that are the same on all screens, and those that the commands of this screen have. */
export function KeysDialog({ open, onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  const { commands } = useShellParts()
  const all = open ? commands.all() : []
  const ofScreen = all.flatMap(({ label, shortcut }): Key[] => (shortcut ? [{ label, keys: shortcut }] : []))
  const named = (name: string, ...keys: string[]): Key => ({ label: t(`shell.keys.${name}`), keys })
  const groups: readonly (readonly [string, readonly Key[]])[] = [
    ['screen', ofScreen],
    ['everywhere', [named('palette', commandKey, 'K'), named('keys', '?'), named('close', 'Esc')]],
    [
      'lists',
      [
        named('row', '↑', '↓'),
        named('firstRow', 'Home', 'End'),
        named('open', 'Enter'),
        named('select', t('shell.keys.space')),
        named('range', 'Shift', t('shell.keys.space')),
      ],
    ],
    ['media', [named('preview', t('shell.keys.space'))]],
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby="keys-title"
      slotProps={{ transition: { onExited: restoreLostFocus } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', pr: 1.5 }}>
        <DialogTitle id="keys-title" variant="h2" sx={{ flexGrow: 1 }}>
          {t('shell.keys.title')}
        </DialogTitle>
        <IconButton aria-label={t('shell.keys.closeDialog')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {groups
            .filter(([, keys]) => keys.length > 0)
            .map(([name, keys]) => (
              <section key={name} aria-labelledby={`keys-${name}`}>
                <Typography id={`keys-${name}`} variant="caption" component="h3" color="textSecondary">
                  {t(`shell.keys.group.${name}`)}
                </Typography>
                <Box component="dl" sx={{ m: 0 }}>
                  {keys.map(({ label, keys: pressed }) => (
                    <Stack
                      key={label}
                      direction="row"
                      sx={{
                        justifyContent: 'space-between',
                        gap: 2,
                        py: 0.75,
                        borderBottom: 1,
                        borderColor: 'divider',
                      }}
                    >
                      <Typography component="dt">{label}</Typography>
                      <Typography component="dd" sx={{ position: 'relative', m: 0, whiteSpace: 'nowrap' }}>
                        <Box component="span" sx={visuallyHidden}>
                          {pressed.join(' ')}
                        </Box>
                        <Shortcut keys={pressed} />
                      </Typography>
                    </Stack>
                  ))}
                </Box>
              </section>
            ))}
        </Stack>
      </DialogContent>
    </Dialog>
  )
}
