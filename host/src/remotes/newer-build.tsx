import { Box, Button, Paper, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from './sections.ts'
import { useSectionTitle } from './use-section-title.ts'

/** Milliseconds that a newer build waits before somebody is told of it: most people leave the section before. */
export const quietMs = 24 * 60 * 60_000
/** Milliseconds between two looks at the clock. One timer for the whole time would stand still while the machine sleeps. */
const lookMs = 60_000

interface NewerBuildProps {
  section: Section
  /** Since when another build of it is offered than the one on the screen. */
  since: number | undefined
  now?: () => number
  reload?: () => void
}

/** Says above a section that was not left for a day that there is a newer version of it. Nothing happens without a hand. */
export function NewerBuild({ section, since, now = Date.now, reload = () => location.reload() }: NewerBuildProps) {
  const { t } = useTranslation()
  const title = useSectionTitle()(section)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const look = () => setDue(since !== undefined && now() - since >= quietMs)
    look()
    if (since === undefined) return
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [since, now])
  return (
    <Box role="status" sx={{ flex: 'none' }}>
      {isDue && (
        <Paper
          variant="outlined"
          sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, pl: 1.5, pr: 0.5, mb: 1.5 }}
        >
          <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1, py: 0.5 }}>
            {t('shell.section.newer', { title })}
          </Typography>
          <Button size="small" onClick={reload}>
            {t('shell.section.reload')}
          </Button>
        </Paper>
      )}
    </Box>
  )
}
