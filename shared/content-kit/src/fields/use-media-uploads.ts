import { ApiError } from '@pim/api-client'
import { useApi, useApiQueryOptions } from '@pim/api-client/react'
import type { Binary, ContentType, Field } from '@pim/contract'
import { behaviourOf, factsOf, fitsMimeType, requiredFields } from '@pim/field-types'
import {
  type FieldServices,
  type ItemLabel,
  type MediaRestrictions,
  type MediaUpload,
  UploadRefused,
} from '@pim/field-types/react'
import { useAccount, useTenant, useUnsavedWork } from '@pim/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { contentHash } from '../media-upload/content-hash.ts'
import { MediaItemRefused, makeMediaItem } from '../media-upload/make-media-item.ts'
import { mediaTypeFor } from '../media-upload/media-type-for.ts'
import { useProblemText } from '../problem-text.ts'
import { useVariations } from '../variations.ts'
import { useItemLabels } from './use-item-labels.ts'

const freshFor = 60_000

/** Lets fields that link media take files: for screens where one writes, and not for filters. */
export function useMediaUploads(services: FieldServices, variationId: string): FieldServices {
  const api = useApi()
  const queryClient = useQueryClient()
  const queryOptions = useApiQueryOptions()
  const { t, i18n } = useTranslation()
  const { externalId: tenantId } = useTenant()
  const { upload: limits } = useAccount().settings
  const problemText = useProblemText()
  const labels = useItemLabels(variationId)
  const { variations } = useVariations()
  const held = useRef(new Set<string>())
  const unsaved = useUnsavedWork<true>(`field-uploads/${variationId}`, t('kit.upload.held'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryOptions is made anew at each render and always the same
  return useMemo(() => {
    const mediaTypes = async ({ contentTypeTechnicalNames: named }: MediaRestrictions) => {
      const all = await queryClient.fetchQuery({
        ...queryOptions('contentModel.getAllMediaTypes', {}),
        staleTime: freshFor,
      })
      return all.filter(({ technicalName }) => named?.includes(technicalName) ?? true)
    }
    /** Media items that the field may link and that have the bytes. */
    const sameMedia = async (sha256: string, types: readonly ContentType[], signal: AbortSignal) => {
      const found = await api.binary.findSameContent({ params: { sha256 } }, { signal, tenantId })
      const ids = [...new Set(found.flatMap(({ usedBy }) => usedBy.map(({ contentItemId }) => contentItemId)))]
      if (ids.length === 0) return []
      const named = await api.search.lookUpItems(
        { body: { contentItemIds: ids.slice(0, sameShown), variationId } },
        { signal, tenantId },
      )
      const mayLink = new Set(types.map(({ technicalName }) => technicalName))
      return await labels.labelsOf(
        named.filter((item) => !item.isDeleted && mayLink.has(item.technicalContentTypeName)),
      )
    }
    const typeOf = (types: readonly ContentType[], mimeType: string): ContentType => {
      const type = mediaTypeFor(types, mimeType)
      if (!type) throw new UploadRefused(t('kit.upload.noType', { mimeType }))
      return type
    }
    const inWords = (failure: unknown): unknown => {
      if (failure instanceof ApiError) {
        const reason = failure.problem ? problemText(failure.problem) : t('kit.upload.notReached')
        return reason === undefined ? failure : new UploadRefused(reason, { cause: failure })
      }
      if (!(failure instanceof MediaItemRefused)) return failure
      const { code, quota } = failure.problem
      const known = quota && problemText({ ...failure.problem, traceId: '' })
      const reason = known ?? t(code === 'UNIQUENESS_CONFLICT' ? 'kit.upload.taken' : 'kit.upload.notMade')
      return new UploadRefused(reason, { cause: failure })
    }
    const refuseEarly = (file: File, { mimeTypes }: MediaRestrictions): void => {
      if (file.size > limits.maxBytes) {
        const size = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
        const inMegabytes = (bytes: number) => size.format(bytes / 1_000_000)
        throw new UploadRefused(
          t('kit.upload.tooLarge', { size: inMegabytes(file.size), limit: inMegabytes(limits.maxBytes) }),
        )
      }
      if (file.type !== '' && !fitsMimeType(file.type, mimeTypes))
        throw new UploadRefused(t('kit.upload.notForField', { mimeType: file.type, allowed: mimeTypes?.join(', ') }))
    }

    const uploadMedia = (file: File, restrictions: MediaRestrictions): MediaUpload => {
      // Parts that are done are not repeated when a later one fails and the upload is tried again.
      let isNew = false
      let sent: Binary | undefined
      let filled: { readonly type: ContentType; readonly values: Readonly<Record<string, unknown>> } | undefined
      return async ({ signal, onProgress, reuse, fill }) => {
        const offer = async (types: readonly ContentType[], sha256: string | undefined) => {
          if (isNew || sha256 === undefined) return undefined
          const same = await sameMedia(sha256, types, signal)
          const chosen = same.length > 0 ? await reuse(same) : undefined
          isNew = true
          return chosen
        }
        const send = async (): Promise<Binary> => {
          sent ??= await api.binary.uploadBinary(
            { file, fileName: file.name },
            { signal, tenantId, timeout: 0, onProgress: (share) => onProgress(Math.min(share, 0.99)) },
          )
          onProgress(1)
          return sent
        }
        const ask = async (type: ContentType) => {
          if (filled?.type.technicalName === type.technicalName) return filled
          const asked = askedFields(type)
          const values = asked.length > 0 ? await fill(asked, suggestedValues(type, file.name)) : {}
          filled = { type, values }
          return filled
        }
        const make = async (type: ContentType, binary: Binary, values: Readonly<Record<string, unknown>>) => {
          const media = { type, name: binary.fileName, binaryId: binary.binaryId, values, variationId }
          const inAll = variations ?? (await api.tenants.getVariations({}, { signal, tenantId }))
          const contentItemId = await makeMediaItem(api, media, inAll, { signal, tenantId }).catch((failure) => {
            // Its values may be what was refused: they are asked for again.
            if (failure instanceof MediaItemRefused) filled = undefined
            throw failure
          })
          const row = { contentItemId, name: media.name, technicalContentTypeName: type.technicalName }
          return { ...row, binaryId: binary.binaryId }
        }
        try {
          refuseEarly(file, restrictions)
          const types = await mediaTypes(restrictions)
          const known = await offer(types, await contentHash(file))
          if (known) return known
          // The browser mostly knows the kind of the file: then its fields are asked for while it is sent.
          const guessed = mediaTypeFor(types, file.type)
          const [binary] = await Promise.all([send(), file.type === '' || !guessed ? undefined : ask(guessed)])
          if (!fitsMimeType(binary.mimeType, restrictions.mimeTypes)) {
            const allowed = restrictions.mimeTypes?.join(', ')
            throw new UploadRefused(t('kit.upload.notForField', { mimeType: binary.mimeType, allowed }))
          }
          const late = await offer(types, binary.sha256)
          if (late) return late
          const { type, values } = await ask(typeOf(types, binary.mimeType))
          const made = await make(type, binary, values)
          const [label] = await labels.labelsOf([made])
          return label ?? ({ ...made, typeLabel: type.technicalName } satisfies ItemLabel)
        } catch (failure) {
          throw signal.aborted ? failure : inWords(failure)
        }
      }
    }
    return {
      ...services,
      uploadMedia,
      holdForUploads: (place, isHeld) => {
        if (isHeld) held.current.add(place)
        else held.current.delete(place)
        if (held.current.size > 0) {
          unsaved.keep(true)
          addEventListener('beforeunload', askFirst)
        } else {
          unsaved.discard()
          removeEventListener('beforeunload', askFirst)
        }
      },
    }
  }, [
    services,
    api,
    queryClient,
    tenantId,
    t,
    i18n.language,
    limits,
    problemText,
    labels,
    variations,
    variationId,
    unsaved.keep,
    unsaved.discard,
  ])
}

/** A file cannot be kept for the next visit, as a draft is: the browser asks before the page is closed. */
const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

/** More media items with the same bytes than anybody wants to choose from. */
const sameShown = 5

/** Required fields, but for the file itself and those that begin with a value. */
const askedFields = (type: ContentType): Field[] =>
  requiredFields(type).filter((field) => !factsOf(field.type).isFile && behaviourOf(field).defaultValue() === null)

/** A title begins as the name of the file. */
function suggestedValues(type: ContentType, fileName: string): Readonly<Record<string, unknown>> {
  const isAsked =
    type.titleField !== undefined && askedFields(type).some(({ technicalName }) => technicalName === type.titleField)
  return isAsked && type.titleField ? { [type.titleField]: fileName.replace(/\.\w+$/, '') } : {}
}
