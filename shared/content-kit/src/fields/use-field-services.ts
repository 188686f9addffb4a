import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { type FieldServices, UploadRefused } from '@pim/field-types/react'
import { useTenant } from '@pim/shell'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { matchLabel } from '../match-line.tsx'
import { usePictureLoader } from '../pictures.ts'
import { useProblemText } from '../problem-text.ts'
import { useConceptServices } from './use-concept-services.ts'
import { useItemLabels } from './use-item-labels.ts'

const choicesShown = 20

/** What fields need from the API: to find items and concepts, to name them, to show and to take pictures. */
export function useFieldServices(
  variationId: string,
  readField: (technicalFieldName: string) => unknown,
): FieldServices {
  const api = useApi()
  const { t, i18n } = useTranslation()
  const { externalId } = useTenant()
  const problemText = useProblemText()
  const picture = usePictureLoader('thumbnail')
  const concepts = useConceptServices(variationId)
  const labels = useItemLabels(variationId)
  return useMemo(() => {
    return {
      fieldValue: readField,
      itemLabel: labels.itemLabel,
      itemAddress: (contentItemId) => `/content-item/${contentItemId}`,
      searchItems: async ({ text, kind, contentTypeTechnicalNames, mimeTypes }, signal) => {
        const body = {
          paging: { pageNumber: 1, pageSize: choicesShown },
          variationId,
          matches: true,
          filtering: {
            ...(text.trim() ? { searchText: text.trim() } : {}),
            ...(contentTypeTechnicalNames ? { contentTypeTechnicalNames: [...contentTypeTechnicalNames] } : {}),
            ...(mimeTypes?.every((type) => !type.endsWith('*')) ? { mimeTypes: [...mimeTypes] } : {}),
          },
        }
        const options = { signal, tenantId: externalId }
        const search = kind === 'media' ? api.search.searchMediaContent : api.search.searchUserContent
        const { items, shownFor } = await search({ body }, options)
        const named = await labels.labelsOf(items)
        return named.map((label, at) => {
          const match = items[at]?.match
          const foundBy = match && { label: matchLabel(match, t, i18n.language), text: match.text, marks: match.marks }
          return { ...label, shownFor, nameMarks: items[at]?.nameMarks, foundBy }
        })
      },
      ...concepts,
      // Where there is no picture it says why: that is an answer, and is not asked for again.
      thumbnail: async (binaryId, signal) => {
        const load = picture({ binaryId })
        if (!load) throw new Error('no file')
        return await load(signal)
      },
      uploadBinary: async (file, signal) => {
        const sending = { signal, tenantId: externalId, timeout: 0 }
        return await api.binary.uploadBinary({ file, fileName: file.name }, sending).catch((error: unknown) => {
          const reason = error instanceof ApiError ? problemText(error.problem) : undefined
          throw reason === undefined ? error : new UploadRefused(reason, { cause: error })
        })
      },
    }
  }, [api, externalId, t, i18n.language, variationId, readField, problemText, picture, concepts, labels])
}
