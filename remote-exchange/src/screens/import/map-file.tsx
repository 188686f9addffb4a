import { Alert, Box, Button, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { ContentTypeField, useProblemText, useVariations } from '@pim/content-kit'
import { useFileWords } from '@pim/content-kit/bulk'
import { useFieldServices } from '@pim/content-kit/fields'
import type { ImportFile } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { fileEndings } from '@pim/contract/import/file-problem-codes.ts'
import { FieldServicesProvider } from '@pim/field-types/react'
import { ErrorState } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FileMapping } from './file-mapping.tsx'
import { readShape, writeShape } from './file-shape.ts'
import { FirstRows } from './first-rows.tsx'
import { useContentTypes, useEarlierImport, useInspection } from './import.api.ts'
import { ShapeChoices } from './shape-choices.tsx'

/** Problems after which nothing more is read; all others spoil one row each, which is left out. */
const endsReading: ReadonlySet<string> = new Set(fileEndings)
/** The rehearsal tells all of them. */
const shownProblems = 10

const nothing = () => undefined

interface MapFileProps {
  importFile: ImportFile
  onGiveUp: () => void
}

/** A file that is whole: how it is read, what it is of, and where its columns go. */
export function MapFile({ importFile, onGiveUp }: MapFileProps) {
  const { t, i18n } = useTranslation()
  const problemText = useProblemText()
  const [address, setAddress] = useSearchParams()
  const shape = useMemo(() => readShape(address), [address])
  const earlierId = address.get('like')
  const earlier = useEarlierImport(earlierId)
  const typeName = address.get('type') ?? earlier?.mapping.technicalContentTypeName
  const { data: types } = useContentTypes()
  const { variations } = useVariations()
  const { importFileId, fileName, byteSize } = importFile
  const asked = { importFileId, shape, typeName, isAsked: earlier !== undefined }
  const { data: inspection, error, refetch, isPlaceholderData } = useInspection(asked)
  const { fileProblemText } = useFileWords()
  const services = useFieldServices(variations?.find(({ isDefault }) => isDefault)?.variationId ?? '', nothing)
  const go = (change: (next: URLSearchParams) => void) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        change(next)
        return next
      },
      { replace: true },
    )
  if (error && !inspection) {
    const words = error instanceof ApiError ? problemText(error.problem) : undefined
    return <ErrorState title={words ?? t('exchange.file.notInspected')} onRetry={() => void refetch()} />
  }
  if (!inspection || !types || !variations) {
    return (
      <Paper variant="outlined" sx={{ p: 2, mb: 2, flex: 'none' }} aria-busy>
        <Typography role="status" sx={{ mb: 2 }}>
          {t('exchange.file.inspecting', { name: fileName })}
        </Typography>
        <Skeleton variant="rounded" height={240} />
      </Paper>
    )
  }
  const type = types.find(({ technicalName }) => technicalName === typeName)
  const [ending] = inspection.problems.filter(({ code }) => endsReading.has(code))
  const isReady = !isPlaceholderData && type !== undefined && ending === undefined
  return (
    <FieldServicesProvider value={services}>
      <Stack sx={{ gap: 2, mb: 2, flex: 'none' }}>
        <Paper variant="outlined" sx={{ p: 2 }}>
          <Stack sx={{ gap: 2 }}>
            <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
                <bdi>{fileName}</bdi>
              </Typography>
              <Typography color="textSecondary">{readableSize(byteSize, i18n.language)}</Typography>
              <Button size="small" onClick={onGiveUp} sx={{ ml: 'auto' }}>
                {t('exchange.upload.other')}
              </Button>
            </Stack>
            {inspection.shape && (
              <ShapeChoices
                shape={inspection.shape}
                sheets={inspection.sheets}
                elements={inspection.elements}
                encodingFoundBy={inspection.encodingFoundBy}
                encodingSample={inspection.encodingSample}
                onChange={(chosen) => go((next) => writeShape(next, chosen))}
              />
            )}
            {inspection.looksLike && (
              <Typography variant="body2">{t('exchange.file.looksLike', { name: inspection.looksLike })}</Typography>
            )}
            {inspection.problems.length > 0 && (
              <Alert severity={ending ? 'error' : 'warning'} variant="outlined">
                {!ending && <div>{t('exchange.file.leftOut', { count: inspection.problems.length })}</div>}
                {inspection.problems.slice(0, shownProblems).map((problem) => (
                  <div key={`${problem.code} ${problem.row} ${problem.column}`}>{fileProblemText(problem)}</div>
                ))}
              </Alert>
            )}
            {inspection.columns.length > 0 && (
              <FirstRows columns={inspection.columns} firstRows={inspection.firstRows} />
            )}
          </Stack>
        </Paper>
        <Paper variant="outlined" sx={{ p: 2 }}>
          <Box sx={{ maxWidth: 420 }}>
            <ContentTypeField
              types={types}
              value={type?.technicalName ?? ''}
              helperText={t('exchange.type.help')}
              onChange={(technicalName) => go((next) => next.set('type', technicalName))}
            />
          </Box>
        </Paper>
        {isReady && (
          <FileMapping
            {...{ importFile, inspection, type, types, variations, shape }}
            earlier={earlier?.mapping.technicalContentTypeName === type.technicalName ? earlier.mapping : undefined}
            onProfile={({ mapping, shape: kept }) =>
              go((next) => {
                next.set('type', mapping.technicalContentTypeName)
                if (kept && kept.format === inspection.shape?.format) writeShape(next, kept)
              })
            }
          />
        )}
      </Stack>
    </FieldServicesProvider>
  )
}
