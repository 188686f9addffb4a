import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import type { SectionRelease, TenantSection } from '@pim/contract'
import { RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Misfits } from './misfits.tsx'
import { releaseName } from './release-name.ts'

type Release = TenantSection['releases'][number] & Pick<SectionRelease, 'origin' | 'signedBy'>

interface ReleaseChoiceProps {
  label: string
  releases: readonly Release[]
  /** What is chosen already; it is marked and cannot be chosen again. */
  current: string | undefined
  value: string
  onChange: (release: string) => void
}

/** One of the releases of a section, with what is known of each. */
export function ReleaseChoice({ label, releases, current, value, onChange }: ReleaseChoiceProps) {
  const { t } = useTranslation()
  return (
    <FormControl>
      <FormLabel>{label}</FormLabel>
      <RadioGroup aria-label={label} value={value} onChange={(_event, chosen) => onChange(chosen)}>
        {releases.map(({ release, deployedAt, failureCount, takenBack, misfits, ...from }) => (
          <FormControlLabel
            key={release}
            value={release}
            disabled={release === current}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', py: 0.5, '& .MuiRadio-root': { pt: 0.25 } }}
            label={
              <>
                <Typography variant="body2" component="span" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
                  {releaseName(release)}
                </Typography>
                {release === current && ` ${t('settings.release.isCurrent')}`}
                <Typography variant="caption" color="textSecondary" component="div">
                  {t('settings.release.deployed')} <RelativeTime time={deployedAt} />
                  {failureCount > 0 && ` · ${t('settings.release.failures', { count: failureCount })}`}
                </Typography>
                <Origin {...from} />
                <Misfits of={{ misfits }} />
                {takenBack && (
                  <Typography variant="caption" color="error" component="div" sx={{ overflowWrap: 'anywhere' }}>
                    {t('settings.release.takenBack', { reason: takenBack.reason })}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

/** The commit, the person and the packages that a release was made of, as whoever has deployed it says, and who has signed that. */
function Origin({ origin, signedBy }: Pick<SectionRelease, 'origin' | 'signedBy'>) {
  const { t } = useTranslation()
  const packages = Object.entries(origin?.packages ?? {}).map(([name, version]) => `${name} ${version}`)
  const parts = [
    origin?.commit && t('settings.release.from', { commit: origin.commit.replace(/^([0-9a-f]{8})[0-9a-f]{32}/, '$1') }),
    origin?.by && t('settings.release.madeBy', { by: origin.by }),
    signedBy && t('settings.release.signedBy', { key: signedBy }),
    packages.length > 0 && t('settings.release.madeWith', { packages: packages.join(', ') }),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {parts.join(' · ')}
    </Typography>
  )
}
