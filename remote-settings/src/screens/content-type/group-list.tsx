import AddIcon from '@mui/icons-material/Add'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import CloseIcon from '@mui/icons-material/Close'
import { Box, Button, IconButton, Stack, TextField, Typography } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { technicalNameOf } from '@pim/field-types'
import { Said } from '@pim/field-types/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalisedInput } from '../../parts/localised-input.tsx'
import { changeGroup, moveGroup, removeGroup, type TypeDraft } from './type-draft.ts'

interface GroupListProps {
  draft: TypeDraft
  isReadOnly: boolean
  onChange: (draft: TypeDraft) => void
}

/** The groups that an item shows its fields in: named by language, in their order. */
export function GroupList({ draft, isReadOnly, onChange }: GroupListProps) {
  const { t, i18n } = useTranslation()
  const [name, setName] = useState('')
  const [openName, setOpenName] = useState<string>()
  const [said, setSaid] = useState('')
  const groups = draft.type.groups ?? []
  const nameOf = (group: (typeof groups)[number]) => inLanguage(group.friendlyName, i18n.language, group.technicalName)
  const add = () => {
    const words = name.trim()
    if (words === '') return
    const taken = groups.map(({ technicalName }) => technicalName)
    const wanted = technicalNameOf(words) || 'group'
    let technicalName = wanted
    for (let number = 2; taken.includes(technicalName); number += 1) technicalName = `${wanted}${number}`
    const added = { technicalName, friendlyName: { [i18n.language]: words } }
    onChange({ ...draft, type: { ...draft.type, groups: [...groups, added] } })
    setName('')
  }
  const move = (from: number, to: number) => {
    const group = groups[from]
    if (!group || to < 0 || to >= groups.length) return
    onChange(moveGroup(draft, from, to))
    setSaid(t('fieldTypes.list.moved', { name: nameOf(group), position: to + 1, total: groups.length }))
  }
  return (
    <Box role="group" aria-label={t('settings.type.groups')}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {t('settings.type.groups')}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {groups.map((group, index) => {
          const isOpen = group.technicalName === openName
          return (
            <Box
              key={group.technicalName}
              sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1, py: 0.5 }}
              onKeyDown={(event) => {
                if (!event.altKey || isReadOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
              }}
            >
              <Stack direction="row" sx={{ alignItems: 'center' }}>
                <Button
                  size="small"
                  color="inherit"
                  aria-expanded={isOpen}
                  onClick={() => setOpenName(isOpen ? undefined : group.technicalName)}
                  sx={{ flexGrow: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'start', fontWeight: 400 }}
                >
                  <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
                    {nameOf(group)}
                  </Box>
                </Button>
                {!isReadOnly && (
                  <>
                    <IconButton
                      size="small"
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                      aria-label={t('fieldTypes.list.upOne', { name: nameOf(group) })}
                    >
                      <ArrowUpwardIcon fontSize="inherit" />
                    </IconButton>
                    <IconButton
                      size="small"
                      disabled={index === groups.length - 1}
                      onClick={() => move(index, index + 1)}
                      aria-label={t('fieldTypes.list.downOne', { name: nameOf(group) })}
                    >
                      <ArrowDownwardIcon fontSize="inherit" />
                    </IconButton>
                    <IconButton
                      size="small"
                      onClick={() => onChange(removeGroup(draft, group.technicalName))}
                      aria-label={t('fieldTypes.list.removeOne', { name: nameOf(group) })}
                    >
                      <CloseIcon fontSize="inherit" />
                    </IconButton>
                  </>
                )}
              </Stack>
              {isOpen && (
                <Box sx={{ py: 1.5 }}>
                  <LocalisedInput
                    label={t('settings.field.name')}
                    value={group.friendlyName}
                    onChange={(friendlyName) => onChange(changeGroup(draft, group.technicalName, { friendlyName }))}
                    isReadOnly={isReadOnly}
                    isRequired
                  />
                </Box>
              )}
            </Box>
          )
        })}
      </Stack>
      <Said text={said} />
      {!isReadOnly && (
        <Stack sx={{ gap: 1, mt: 1.5 }}>
          <TextField
            label={t('settings.type.newGroup')}
            helperText={t('settings.type.groupsHelp')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: 'flex-start' }}>
            {t('settings.type.addGroup')}
          </Button>
        </Stack>
      )}
    </Box>
  )
}
