import { Box, Link, Skeleton, Stack, Typography } from '@mui/material'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryActions, moveByKey, type OrderedList, Said, useOrderedList } from './entry-actions.tsx'
import type { MediaRestrictions } from './field-services.tsx'
import type { ControlProps } from './field-view.ts'
import { MediaIntake } from './media-intake.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { Picture } from './reference-picture.tsx'
import { type Choice, type Labelling, type ReferenceSource, remember, useLabelling } from './reference-source.ts'

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
  /** Media items are made of files, too, as far as the field may link them. */
  readonly upload?: MediaRestrictions | undefined
}

/** The things that a field refers to, in their order, and a way to more. */
export function ReferenceEditor(props: ReferenceEditorProps) {
  const { control, source, ids, isMany = false, words, icon, onChange, upload } = props
  const list = useOrderedList(ids, onChange)
  const isFull = !isMany && ids.length > 0
  // Several files can be done before the field is drawn again: each is added to what the one before has made.
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  }, [ids])
  const places = useRef(new Map<string, number>())
  const add = (choice: Choice, order?: number): void => {
    remember(source, [choice])
    const before = latest.current
    if (before.includes(choice.id)) return
    if (order !== undefined) places.current.set(choice.id, order)
    const later = before.findIndex((id) => order !== undefined && (places.current.get(id) ?? 0) > order)
    latest.current = isMany ? before.toSpliced(later < 0 ? before.length : later, 0, choice.id) : [choice.id]
    onChange([...latest.current])
  }
  const chosen = ids.length > 0 && (
    <Stack
      component="ul"
      sx={{
        m: 0,
        p: 0,
        mb: 0.5,
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
  )
  const picker = !isFull && !control.isReadOnly && (
    <ReferencePicker
      control={control}
      source={source}
      taken={ids}
      label={words.find}
      icon={icon}
      onChoose={(choice) => add(choice)}
    />
  )
  return (
    <Box ref={list.root} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {upload === undefined || control.isReadOnly ? (
        <>
          {chosen}
          {picker}
        </>
      ) : (
        <MediaIntake restrictions={upload} isMany={isMany} isQuiet={isFull} above={chosen} onMade={add}>
          {picker}
        </MediaIntake>
      )}
      <Said text={list.said} />
    </Box>
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
