import { Box, Link, Skeleton, Stack, Typography } from '@mui/material'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryActions, moveByKey, type OrderedList, Said, useOrderedList } from './entry-actions.tsx'
import type { ControlProps } from './field-view.ts'
import { ReferencePicker } from './reference-picker.tsx'
import { Picture } from './reference-picture.tsx'
import { type Choice, type Labelling, type ReferenceSource, remember, useLabelling } from './reference-source.ts'
import { UploadButton } from './upload-button.tsx'

export interface ReferenceWords {
  /** The label of the input that finds them. */
  readonly find: string
}

interface ReferenceEditorProps {
  readonly control: ControlProps
  readonly source: ReferenceSource
  readonly ids: readonly string[]
  /** Left out: one only. */
  readonly isMany?: boolean
  readonly words: ReferenceWords
  /** Drawn where there is no picture. */
  readonly icon: ReactNode
  onChange(ids: string[]): void
  /** Makes a new one of a file. */
  readonly upload?: { accept: string | undefined; send(file: File, signal: AbortSignal): Promise<Choice> } | undefined
}

/** The things that a field refers to, in their order, and a way to more. */
export function ReferenceEditor(props: ReferenceEditorProps) {
  const { control, source, ids, isMany = false, words, icon, onChange, upload } = props
  const list = useOrderedList(ids, onChange)
  const isFull = !isMany && ids.length > 0
  const add = (choice: Choice): void => {
    remember(source, [choice])
    if (!ids.includes(choice.id)) onChange(isMany ? [...ids, choice.id] : [choice.id])
  }
  return (
    <Stack ref={list.root} tabIndex={-1} sx={{ gap: 0.5, '&:focus-visible': { outline: 'none' } }}>
      {ids.length > 0 && (
        <Stack
          component="ul"
          sx={{
            m: 0,
            p: 0,
            listStyle: 'none',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          {ids.map((id, index) => (
            <Row
              key={id}
              id={id}
              source={source}
              icon={icon}
              list={list}
              index={index}
              count={ids.length}
              isReadOnly={control.isReadOnly}
            />
          ))}
        </Stack>
      )}
      {!isFull && !control.isReadOnly && (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'start' }}>
          <ReferencePicker
            control={control}
            source={source}
            taken={ids}
            label={words.find}
            icon={icon}
            onChoose={add}
          />
          {upload !== undefined && <UploadButton {...upload} onDone={add} />}
        </Stack>
      )}
      <Said text={list.said} />
    </Stack>
  )
}

interface RowProps {
  id: string
  source: ReferenceSource
  icon: ReactNode
  list: OrderedList
  index: number
  count: number
  isReadOnly: boolean
}

function Row({ id, source, icon, list, index, count, isReadOnly }: RowProps) {
  const { t } = useTranslation()
  const labelling = useLabelling(source, id)
  const name = labelling.state === 'known' ? labelling.choice.name : t('fieldTypes.reference.unnamed')
  return (
    <Stack
      component="li"
      direction="row"
      data-entry={index}
      onKeyDown={isReadOnly ? undefined : moveByKey(list, index, name)}
      sx={{
        alignItems: 'center',
        gap: 1,
        px: 1,
        minHeight: 44,
        '& + &': { borderTop: 1, borderTopStyle: 'dashed', borderColor: 'divider' },
      }}
    >
      <Picture labelling={labelling} source={source} icon={icon} />
      <Label labelling={labelling} address={source.address?.(id)} />
      {!isReadOnly && <EntryActions list={list} index={index} count={count} name={name} />}
    </Stack>
  )
}

function Label({ labelling, address }: { labelling: Labelling; address: string | undefined }) {
  const { t } = useTranslation()
  if (labelling.state === 'loading') return <Skeleton width={160} sx={{ flexGrow: 1, maxWidth: 160 }} />
  if (labelling.state !== 'known') {
    return (
      <Typography variant="body2" color="error" sx={{ flexGrow: 1, minWidth: 0 }}>
        {t(labelling.state === 'missing' ? 'fieldTypes.reference.missing' : 'fieldTypes.reference.failed')}
      </Typography>
    )
  }
  const { name, languageTag, detail, isDeleted = false } = labelling.choice
  const text = (
    <Typography variant="body2" noWrap component="span" sx={{ display: 'block', fontWeight: 500 }}>
      <bdi {...languageAttributes(languageTag)}>{name}</bdi>
    </Typography>
  )
  return (
    <Box sx={{ flexGrow: 1, minWidth: 0, py: 0.5 }}>
      {address === undefined ? (
        text
      ) : (
        <Link href={address} target="_blank" rel="noopener" color="inherit">
          {text}
        </Link>
      )}
      {(detail !== undefined || isDeleted) && (
        <Typography
          variant="caption"
          color={isDeleted ? 'error' : 'textSecondary'}
          noWrap
          component="span"
          sx={{ display: 'block' }}
        >
          {isDeleted ? t('fieldTypes.reference.deleted') : detail}
        </Typography>
      )}
    </Box>
  )
}
