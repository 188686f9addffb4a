import { Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingScreen } from '../layout/loading-screen.tsx'
import type { Section } from './sections.ts'
import { useSectionTitle } from './use-section-title.ts'

/** Milliseconds after which the page says that loading takes long. */
const patienceMs = 3_000

/** A skeleton, which says so where loading takes long. */
export function LoadingSection({ section }: { section: Section }) {
  const { t } = useTranslation()
  const title = useSectionTitle()(section)
  const [takesLong, setTakesLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakesLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Typography role="status" color="textSecondary" sx={{ minHeight: takesLong ? undefined : 0 }}>
        {takesLong && t('shell.section.takesLong', { title })}
      </Typography>
      <LoadingScreen />
    </>
  )
}
